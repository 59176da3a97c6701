import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { UndoLeft } from './undo-left.tsx';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-25T05:00:00.000Z') }));

test('each minute it says what is left, what is around it is not drawn again, and at last it is gone', () => {
  const draw = vi.fn<() => void>();
  function Entry() {
    draw();
    return <UndoLeft since="2026-11-25T04:59:30.000Z" />;
  }
  const { container } = render(<Entry />);
  screen.getByText('10 min left');
  for (const [minutes, text] of [
    [2, '8 min left'],
    [7, '1 min left'],
    [1, ''],
  ] as const) {
    act(() => void vi.advanceTimersByTime(minutes * 60_000));
    expect(container.textContent).toBe(text);
  }
  expect(draw).toHaveBeenCalledOnce();
});
