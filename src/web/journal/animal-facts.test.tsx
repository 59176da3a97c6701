import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CheckupMedicine, WithdrawalAlerts } from './animal-facts.tsx';

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

test('the medicine of a checkup is shown as not recorded, but not while meat is in withdrawal, nor after the longest withdrawal', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 12) });
  const said = (day: string, clearOn?: string) => {
    const withdrawals = clearOn === undefined ? [] : [{ product: 'meat' as const, clearOn, notRecordedOn: null }];
    return render(<CheckupMedicine withdrawals={withdrawals} checkupMedicineOn={day} />).container.textContent;
  };
  expect(said('2026-02-01')).toMatch(/^Withdrawal not recorded .* Feb 1\. Record it as a treatment of that day with its days\.$/);
  expect([said('2026-02-01', '2026-03-20'), said('2022-02-01')]).toEqual(['', '']);
});
