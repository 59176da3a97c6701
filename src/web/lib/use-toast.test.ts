import { expect, test } from 'vitest';
import { durationOf, type Toast, toasts } from './use-toast.ts';

const toast = (id: string): Toast => ({ id, open: true, title: `Toast ${id}` });

test('only the newest toast shows, which closes before it is removed, and outlives the removal of an older one', () => {
  const shown = toasts([toast('1')], { type: 'shown', toast: toast('2') });
  expect(shown).toEqual([toast('2')]);
  for (const type of ['removed', 'dismissed'] as const) expect(toasts(shown, { type, id: '1' })).toEqual([toast('2')]);
  const dismissed = toasts(shown, { type: 'dismissed', id: '2' });
  expect(dismissed).toEqual([{ ...toast('2'), open: false }]);
  expect(toasts(dismissed, { type: 'removed', id: '2' })).toEqual([]);
});

test('a toast with Undo is shown twice as long', () => {
  const undo = { ...toast('1'), action: { label: 'Undo', onPress: () => {} } };
  expect([durationOf(toast('1')), durationOf(undo)]).toEqual([5000, 10_000]);
});

test('what is sent after waiting is said once, and not by a toast that is closing', () => {
  const waiting = { ...toast('1'), whenSent: { title: 'Recorded' } };
  expect(toasts([waiting], { type: 'sent' })).toEqual([{ id: '1', open: true, title: 'Recorded' }]);
  const closing = { ...waiting, open: false };
  expect(toasts([closing], { type: 'sent' })).toEqual([closing]);
});
