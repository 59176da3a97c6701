/**
 * Runs in one window of this browser at a time. Without a secure context there are no locks; the server's receipts then prevent
 * duplicates.
 */
export const exclusively = (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work();
