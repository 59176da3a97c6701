import { beforeEach, expect, test, vi } from 'vitest';
import { asWaiting, partOf } from './waiting-reply.ts';
import { toastSaved, toastUndone } from './toast-saved.ts';
import { toast } from './use-toast.ts';

vi.mock('./use-toast.ts', () => ({ toast: vi.fn<() => void>() }));
beforeEach(() => vi.mocked(toast).mockClear());

const content = { title: 'Recorded', description: 'MJ-02 · 38.2 kg', action: { label: 'Undo', onPress: () => {} } };

test('what the server has answered is called saved', () => {
  toastSaved({ id: 'a' }, content);
  expect(toast).toHaveBeenCalledExactlyOnceWith(content);
});

test('what waits on this device is not called saved; it keeps its description and its Undo', () => {
  toastSaved(asWaiting({ id: 'a' }), content);
  expect(toast).toHaveBeenCalledExactlyOnceWith({ ...content, variant: 'neutral', title: 'Not sent yet' });
});

test('what waits for room in the plan says so', () => {
  toastSaved(partOf(asWaiting({ events: [] }, 'room'), { id: 'a' }), content);
  expect(toast).toHaveBeenCalledExactlyOnceWith({
    ...content,
    variant: 'neutral',
    title: 'Not sent yet',
    description: 'Your plan is full: it will wait for room.',
  });
});

test('a part of a reply waits as the whole of it does', () => {
  const reply = asWaiting({ events: [{ id: 'a' }] });
  toastSaved(partOf(reply, reply.events[0]), content);
  toastSaved(partOf({}, { id: 'b' }), content);
  expect(vi.mocked(toast).mock.calls.map(([{ title }]) => title)).toEqual(['Not sent yet', 'Recorded']);
});

test('an undoing that waits on this device says that something was undone', () => {
  toastUndone({}, 'Weighing');
  toastUndone(asWaiting({}), 'Weighing');
  expect(vi.mocked(toast).mock.calls.map(([shown]) => shown)).toEqual([
    { title: 'Undone', description: 'Weighing' },
    { variant: 'neutral', title: 'Not sent yet', description: 'Undone: Weighing' },
  ]);
});
