import { isWaiting, waitsForSpace } from './waiting-reply.ts';
import { toast } from './use-toast.ts';

/** Shown after a save. An entry that only this browser has stored is not called saved. */
export function toastSaved(reply: unknown, content: Parameters<typeof toast>[0]): void {
  const waiting = {
    ...content,
    title: 'On this phone. We will send it.',
    ...(waitsForSpace(reply) && { description: 'Your plan is full: it will wait for room.' }),
  };
  toast(isWaiting(reply) ? waiting : content);
}

/** Shown after something was undone. */
export const toastUndone = (reply: unknown, what: string): void =>
  toastSaved(reply, { title: 'Undone', description: isWaiting(reply) ? `Undone: ${what}` : what });
