import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useDeferredOpen, useDeferredRest } from './deferred.ts';

test('what opens is rendered closed first, and what closes is closed at once', () => {
  const rendered: boolean[] = [];
  const useIt = ({ isOpen }: { isOpen: boolean }) => void rendered.push(useDeferredOpen(isOpen));
  const { rerender } = renderHook(useIt, { initialProps: { isOpen: true } });
  expect(rendered).toEqual([false, true]);
  rerender({ isOpen: false });
  expect(rendered[2]).toBe(false);
  rendered.length = 0;
  rerender({ isOpen: true });
  expect([rendered[0], rendered.at(-1)]).toEqual([false, true]);
});

test('the rest of what opens is rendered after its beginning', () => {
  const rendered: boolean[] = [];
  renderHook(() => void rendered.push(useDeferredRest()));
  expect(rendered).toEqual([false, true]);
  rendered.length = 0;
  renderHook(() => void rendered.push(useDeferredRest(true)));
  expect(new Set(rendered)).toEqual(new Set([true]));
});
