/** One window of this browser at a time. Without a secure context there are no locks: then the server's receipts prevent doubles. */
export const exclusively = (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work();
