import { ApiError, callServer, NetworkError } from './api.ts';
import { setSignOutUnsent } from './unsent-sign-out.ts';

/** Without signal, the server is told later. */
export async function endSession(): Promise<void> {
  try {
    await callServer('logout', {});
    setSignOutUnsent(false);
  } catch (error) {
    if (!isServerAway(error)) throw error;
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

const isServerAway = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 502 && error.status <= 504);
