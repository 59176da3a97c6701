import { isWaiting, waitsForSpace } from './server/waiting-reply.ts';
import { toPlans } from './toast-failure.ts';
import { toast } from './use-toast.ts';

const onThisDevice = 'It is on this device, and is sent as soon as the server answers.';
const waitsForRoom = 'Your plan is full: it will wait for room.';

/** Shown after a save. An entry that only this browser has stored is not called saved. */
export function toastSaved(reply: unknown, content: Parameters<typeof toast>[0]): void {
  const description = waitsForSpace(reply) ? waitsForRoom : (content.description ?? onThisDevice);
  const other = waitsForSpace(reply) ? { other: toPlans } : {};
  const { title, description: whenSaved } = content;
  const whenSent = { title, ...(whenSaved !== undefined && { description: whenSaved }) };
  toast(isWaiting(reply) ? { ...content, variant: 'neutral', title: 'Not sent yet', description, whenSent, ...other } : content);
}

/** Shown after something was undone. */
export const toastUndone = (reply: unknown, what: string): void =>
  toastSaved(reply, { title: 'Undone', description: isWaiting(reply) ? `Undone: ${what}` : what });
