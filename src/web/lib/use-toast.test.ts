import { expect, test } from 'vitest';
import { durationOf, type Toast, toastRemoveDelay, toasts } from './use-toast.ts';

const toast = (id: string): Toast => ({ id, open: true, title: `Toast ${id}` });

test('only one toast shows at a time: the newest', () => {
  const first = toasts([], { type: 'shown', toast: toast('1') });
  expect(toasts(first, { type: 'shown', toast: toast('2') }).map(({ id }) => id)).toEqual(['2']);
});

test('a dismissed toast closes first and is removed later', () => {
  const shown = [toast('1')];
  const dismissed = toasts(shown, { type: 'dismissed', id: '1' });
  expect(dismissed).toEqual([{ ...toast('1'), open: false }]);
  expect(toasts(dismissed, { type: 'removed', id: '1' })).toEqual([]);
});

test('the removal of an old toast leaves the one that replaced it', () => {
  expect(toasts([toast('2')], { type: 'removed', id: '1' })).toEqual([toast('2')]);
  expect(toasts([toast('2')], { type: 'dismissed', id: '1' })).toEqual([toast('2')]);
});

test('a toast is shown for 5 seconds and removed after 1,000,000 ms', () => {
  expect([durationOf(toast('1')), toastRemoveDelay]).toEqual([5000, 1_000_000]);
});

test('a toast with Undo is shown twice as long', () => {
  expect(durationOf({ ...toast('1'), action: { label: 'Undo', onPress: () => {} } })).toBe(10_000);
});

test('what is sent after waiting is said once, and not by a toast that is closing', () => {
  const whenSent = { title: 'Recorded' };
  const waiting = { ...toast('1'), whenSent };
  expect(toasts([waiting], { type: 'sent' })).toEqual([{ id: '1', open: true, ...whenSent }]);
  expect(toasts([{ ...waiting, open: false }], { type: 'sent' })).toEqual([{ ...waiting, open: false }]);
});
