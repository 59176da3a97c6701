import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useSwipe } from './use-swipe.ts';

let swiped: string[] = [];

function Page() {
  const swipe = useSwipe((isOnwards) => void swiped.push(isOnwards ? 'next' : 'previous'));
  return (
    <div {...swipe}>
      <p>page</p>
      <div style={{ overflowX: 'auto' }}>
        <p>table</p>
      </div>
      <p>
        <input defaultValue="field" />
      </p>
      {createPortal(<p>above</p>, document.body)}
    </div>
  );
}

beforeEach(() => {
  swiped = [];
  vi.spyOn(window, 'innerWidth', 'get').mockReturnValue(1024);
  render(<Page />);
});

type Point = readonly [x: number, y: number];

function move(element: HTMLElement, from: Point, to: Point, { ms = 200, fingers = 1 } = {}): void {
  const touch = ([clientX, clientY]: Point) => ({ clientX, clientY, identifier: 0, target: element });
  const at = (event: Event, time: number) => Object.defineProperty(event, 'timeStamp', { value: time });
  const touches = Array.from({ length: fingers }, () => touch(from));
  fireEvent(element, at(createEvent.touchStart(element, { touches }), 1000));
  fireEvent(element, at(createEvent.touchEnd(element, { touches: [], changedTouches: [touch(to)] }), 1000 + ms));
}

test.each<[what: string, from: Point, to: Point, told: string[], more?: { ms?: number; fingers?: number }]>([
  ['moves quickly to the left', [250, 300], [120, 320], ['next']],
  ['moves quickly to the right', [120, 300], [250, 280], ['previous']],
  ['begins at the left edge, where the system goes back', [10, 300], [200, 300], []],
  ['begins at the right edge', [1015, 300], [700, 300], []],
  ['scrolls the page', [250, 300], [180, 100], []],
  ['is short', [250, 300], [210, 300], []],
  ['is slow, as when text is chosen', [250, 300], [120, 320], [], { ms: 1500 }],
  ['is one of two', [250, 300], [120, 320], [], { fingers: 2 }],
])('of a finger that %s is told what it means', (_, from, to, told, more) => {
  move(screen.getByText('page'), from, to, more);
  expect(swiped).toEqual(told);
});

test('where one reads from right to left, a finger that moves to the right leads on', () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  move(screen.getByText('page'), [120, 300], [250, 280]);
  move(screen.getByText('page'), [250, 300], [120, 320]);
  expect(swiped).toEqual(['next', 'previous']);
});

test('what scrolls sideways itself, a field, and what lies over the page keep their touches', () => {
  const table = screen.getByText('table').parentElement!;
  vi.spyOn(table, 'scrollWidth', 'get').mockReturnValue(900);
  vi.spyOn(table, 'clientWidth', 'get').mockReturnValue(300);
  const parts = [screen.getByText('table'), screen.getByDisplayValue('field'), screen.getByText('above')];
  for (const part of parts) move(part, [250, 300], [120, 320]);
  expect(swiped).toEqual([]);
});
