import { isWaiting } from './local-copy.ts';
import { toast } from './use-toast.ts';

/** After a save. What only this browser has stored is not called saved. */
export const toastSaved = (reply: unknown, content: Parameters<typeof toast>[0]): void =>
  toast(isWaiting(reply) ? { ...content, title: 'On this phone. We will send it.' } : content);
