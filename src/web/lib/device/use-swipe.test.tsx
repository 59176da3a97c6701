import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { useSwipe } from './use-swipe.ts';

const swiped: string[] = [];

afterEach(() => {
  swiped.length = 0;
});

function Page() {
  const swipe = useSwipe({ onLeft: () => swiped.push('left'), onRight: () => swiped.push('right') });
  return (
    <div {...swipe}>
      <p>page</p>
      <div style={{ overflowX: 'auto' }}>
        <p>table</p>
      </div>
      <input aria-label="field" />
      {createPortal(<p>above</p>, document.body)}
    </div>
  );
}

interface Finger {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly ms?: number;
  readonly fingers?: number;
}

function move(element: HTMLElement, { from, to, ms = 200, fingers = 1 }: Finger): void {
  const touch = ([clientX, clientY]: readonly [number, number]) => ({ clientX, clientY, identifier: 0, target: element });
  const at = (event: Event, time: number) => Object.defineProperty(event, 'timeStamp', { value: time });
  const touches = Array.from({ length: fingers }, () => touch(from));
  fireEvent(element, at(createEvent.touchStart(element, { touches }), 1000));
  fireEvent(element, at(createEvent.touchEnd(element, { touches: [], changedTouches: [touch(to)] }), 1000 + ms));
}

const sideways = { from: [250, 300], to: [120, 320] } as const;

test('a finger that moves quickly to the left or to the right is told', () => {
  render(<Page />);
  move(screen.getByText('page'), sideways);
  move(screen.getByText('page'), { from: [120, 300], to: [250, 280] });
  expect(swiped).toEqual(['left', 'right']);
});

test.each<[string, Finger]>([
  ['begins at the left edge, where the system goes back', { from: [10, 300], to: [200, 300] }],
  ['begins at the right edge', { from: [1015, 300], to: [700, 300] }],
  ['scrolls the page', { from: [250, 300], to: [180, 100] }],
  ['is short', { from: [250, 300], to: [210, 300] }],
  ['is slow, as when text is chosen', { ...sideways, ms: 1500 }],
  ['is one of two', { ...sideways, fingers: 2 }],
])('a finger that %s is not told', (_, finger) => {
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(1024);
  render(<Page />);
  move(screen.getByText('page'), finger);
  expect(swiped).toEqual([]);
});

test('what scrolls sideways itself, a field, and what lies over the page keep their touches', () => {
  render(<Page />);
  const table = screen.getByText('table').parentElement!;
  vi.spyOn(table, 'scrollWidth', 'get').mockReturnValue(900);
  vi.spyOn(table, 'clientWidth', 'get').mockReturnValue(300);
  for (const element of [screen.getByText('table'), screen.getByLabelText('field'), screen.getByText('above')])
    move(element, sideways);
  expect(swiped).toEqual([]);
});
