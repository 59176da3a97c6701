import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { UndoLeft } from './undo-left.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-25T05:00:00.000Z') }));
function wait(minutes: number): void {
  act(() => {
    vi.advanceTimersByTime(minutes * 60_000);
  });
}

test('each minute it says what is left, what is around it is not drawn again, and at last it is gone', () => {
  const draw = vi.fn<() => void>();
  function Entry() {
    draw();
    return (
      <p>
        Weighed <UndoLeft since="2026-11-25T04:59:30.000Z" />
      </p>
    );
  }
  render(<Entry />);
  screen.getByText('10 min left');
  wait(2);
  screen.getByText('8 min left');
  wait(7);
  screen.getByText('1 min left');
  wait(1);
  expect(screen.queryByText(/left/)).toBeNull();
  expect(draw).toHaveBeenCalledOnce();
});
