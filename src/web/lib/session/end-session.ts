import { callServer, NetworkError } from '../server/api.ts';
import { setSignOutUnsent } from './unsent-sign-out.ts';

/** Without an answer, the server is told as soon as it can be. */
export async function endSession(): Promise<void> {
  try {
    await callServer('logout', {});
    setSignOutUnsent(false);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    setSignOutUnsent(true);
    sendWhenOnline();
  }
}

let sending: Promise<unknown> | undefined;

/** Sends a sign-out that the server does not know yet. Never rejects. */
export async function sendUnsent(): Promise<void> {
  sending ??= callServer('logout', {})
    .then(() => setSignOutUnsent(false), sendWhenOnline)
    .finally(() => {
      sending = undefined;
    });
  await sending;
}

const sendWhenOnline = (): void => addEventListener('online', () => void sendUnsent(), { once: true });
