import { isWaiting, waitsForSpace } from './server/waiting-reply.ts';
import { toastFailure, toPlans } from './toast-failure.ts';
import { toast, type ToastContent } from './use-toast.ts';

const onThisDevice = 'It is on this device, and is sent as soon as the server answers.';
const waitsForRoom = 'Your plan is full: it will wait for room.';

/** Shown after a save. An entry that only this browser has stored is not called saved, and says `whileWaiting`. */
export function toastSaved(reply: unknown, content: ToastContent, whileWaiting = content.description ?? onThisDevice): void {
  if (!isWaiting(reply)) return toast(content);
  const reason = waitsForSpace(reply) ? { description: waitsForRoom, other: toPlans } : { description: whileWaiting };
  return toast({ ...content, variant: 'neutral', title: 'Not sent yet', ...reason, whenSent: content });
}

/** Shown after a save that can be undone; `what` is said when it was. */
export const toastUndoable = (
  reply: unknown,
  content: ToastContent & { readonly description: string },
  undo: () => Promise<unknown>,
  what = content.description,
): void =>
  toastSaved(reply, {
    ...content,
    action: {
      label: 'Undo',
      onPress: () =>
        void undo().then(
          (undone) => toastUndone(undone, what),
          (error: unknown) => toastFailure(error, 'Could not undo this'),
        ),
    },
  });

/** Shown after something was undone. */
export const toastUndone = (reply: unknown, what: string): void =>
  toastSaved(reply, { title: 'Undone', description: what }, `Undone: ${what}`);
