import { NetworkError } from './api.ts';
import { requestTimeoutMs } from './request-timeout.ts';

/** The server has been updated since this page was loaded, so its chunks are gone. */
export class OutdatedPageError extends Error {
  constructor(cause: unknown) {
    super('This page is older than the files on the server.', { cause });
    this.name = 'OutdatedPageError';
  }
}

export const isLoadFailure = (error: unknown): boolean => error instanceof NetworkError || error instanceof OutdatedPageError;

export async function importPart<T>(load: () => Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The part did not arrive in time.')), requestTimeoutMs);
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    throw (await isOutdated()) ? new OutdatedPageError(error) : new NetworkError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** An outdated file is not named by the server's current page. In development no page names any. */
async function isOutdated(): Promise<boolean> {
  const { pathname } = new URL(import.meta.url);
  if (!pathname.startsWith('/assets/')) return false;
  const page = await fetch('/login', { cache: 'no-store', signal: AbortSignal.timeout(requestTimeoutMs) }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  return page !== '' && !page.includes(pathname);
}
