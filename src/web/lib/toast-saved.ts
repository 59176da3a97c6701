import { isWaiting, waitsForSpace } from './server/waiting-reply.ts';
import { toPlans } from './toast-failure.ts';
import { toast, type ToastContent } from './use-toast.ts';

const onThisDevice = 'It is on this device, and is sent as soon as the server answers.';
const waitsForRoom = 'Your plan is full: it will wait for room.';

/** Shown after a save. An entry that only this browser has stored is not called saved, and says `whileWaiting`. */
export function toastSaved(reply: unknown, content: ToastContent, whileWaiting = content.description ?? onThisDevice): void {
  if (!isWaiting(reply)) return toast(content);
  const reason = waitsForSpace(reply) ? { description: waitsForRoom, other: toPlans } : { description: whileWaiting };
  return toast({ ...content, variant: 'neutral', title: 'Not sent yet', ...reason, whenSent: content });
}

/** Shown after something was undone. */
export const toastUndone = (reply: unknown, what: string): void =>
  toastSaved(reply, { title: 'Undone', description: what }, `Undone: ${what}`);
