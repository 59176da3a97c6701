import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { CheckupMedicine, WithdrawalAlerts } from './animal-facts.tsx';

afterEach(() => vi.useRealTimers());

test('a withdrawal is shown until its last day has ended where the person is', () => {
  const withdrawals = [{ product: 'milk' as const, clearOn: '2026-03-05', notRecordedOn: null }];
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 23, 30) });
  const { unmount } = render(<WithdrawalAlerts withdrawals={withdrawals} />);
  expect(screen.getAllByText(/milk/i)).not.toHaveLength(0);
  unmount();
  vi.setSystemTime(new Date(2026, 2, 5, 0, 30));
  const { container } = render(<WithdrawalAlerts withdrawals={withdrawals} />);
  expect(container.textContent).toBe('');
});

test('what was given at a checkup has no recorded withdrawal, unless a treatment says more or the checkup was undone', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 12) });
  const checkup = (day: string, fields: object, voidedAt: string | null = null) =>
    recordedEvent({ kind: 'checkup', healthStatus: '3', day, ...fields }, { voidedAt });
  const said = (events: Parameters<typeof CheckupMedicine>[0]['events'], clearOn?: string) => {
    const withdrawals = clearOn === undefined ? [] : [{ product: 'meat' as const, clearOn, notRecordedOn: null }];
    return render(<CheckupMedicine withdrawals={withdrawals} events={events} />).container.textContent;
  };
  const named = [checkup('2026-03-01', {}), checkup('2026-02-01', { dewormed: true })];
  expect(said(named)).toMatch(/^Withdrawal not recorded .* Feb 1\. Record it as a treatment with its days\.$/);
  expect([
    said(named, '2026-03-20'),
    said([checkup('2022-02-01', { dewormed: true })]),
    said([checkup('2026-02-01', {})]),
    said([checkup('2026-02-01', { dewormed: true }, '2026-02-01T09:00:00.000Z')]),
  ]).toEqual(['', '', '', '']);
});
