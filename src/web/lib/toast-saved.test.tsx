import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asWaiting, partOf } from './server/waiting-reply.ts';
import { toastSaved, toastUndone } from './toast-saved.ts';
import { useToasts } from './use-toast.ts';

/** The one toast that is shown. */
const shown = (): unknown => renderHook(useToasts).result.current[0];

const content = { title: 'Recorded', description: 'MJ-02 · 38.2 kg', action: { label: 'Undo', onPress: () => {} } };

test('what the server has answered is called saved', () => {
  toastSaved({ id: 'a' }, content);
  expect(shown()).toMatchObject(content);
});

test('what waits on this device is not called saved; it keeps its description and its Undo', () => {
  toastSaved(asWaiting({ id: 'a' }), content);
  expect(shown()).toMatchObject({ ...content, variant: 'neutral', title: 'Not sent yet' });
});

test('what waits for room in the plan says so', () => {
  toastSaved(partOf(asWaiting({ events: [] }, 'room'), { id: 'a' }), content);
  expect(shown()).toMatchObject({
    ...content,
    other: { label: 'Upgrade Plan', to: '/choose-plan' },
    variant: 'neutral',
    title: 'Not sent yet',
    description: 'Your plan is full: it will wait for room.',
  });
});

test('a part of a reply waits as the whole of it does', () => {
  const reply = asWaiting({ events: [{ id: 'a' }] });
  toastSaved(partOf(reply, reply.events[0]), content);
  expect(shown()).toMatchObject({ title: 'Not sent yet' });
  toastSaved(partOf({}, { id: 'b' }), content);
  expect(shown()).toMatchObject({ title: 'Recorded' });
});

test('an undoing that waits on this device says that something was undone', () => {
  toastUndone({}, 'Weighing');
  expect(shown()).toMatchObject({ title: 'Undone', description: 'Weighing' });
  toastUndone(asWaiting({}), 'Weighing');
  expect(shown()).toMatchObject({ variant: 'neutral', title: 'Not sent yet', description: 'Undone: Weighing' });
});
