import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { WithdrawalAlerts } from './animal-facts.tsx';

test('a withdrawal is shown until its last day has ended where the person is', () => {
  const withdrawals = [{ product: 'milk' as const, clearOn: '2026-03-05', notRecordedOn: null }];
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 23, 30) });
  const { unmount } = render(<WithdrawalAlerts withdrawals={withdrawals} mayEnter />);
  expect(screen.getAllByText(/milk/i)).not.toHaveLength(0);
  unmount();
  vi.setSystemTime(new Date(2026, 2, 5, 0, 30));
  const { container } = render(<WithdrawalAlerts withdrawals={withdrawals} mayEnter />);
  expect(container.textContent).toBe('');
});
