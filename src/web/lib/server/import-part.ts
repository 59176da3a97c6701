import { NetworkError, PageReloadError } from './api.ts';
import { canLoadPage } from './reachable.ts';
import { requestTimeoutMs } from './request-timeout.ts';

export const isLoadFailure = (error: unknown): boolean => error instanceof NetworkError || error instanceof PageReloadError;

export async function importPart<T>(load: () => Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const late = new DOMException('This part of the app did not arrive in time.', 'TimeoutError');
  const timer = setTimeout(() => reject(late), requestTimeoutMs);
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    // A late chunk may still arrive, and the next attempt waits for it.
    throw error !== late && (await canLoadPage()) ? new PageReloadError(error) : new NetworkError(error);
  } finally {
    clearTimeout(timer);
  }
}
