/**
 * Continues with the others if one fails, so that a problem with one person or farm does not affect the others. Rejects with the first error
 * in the end, so that the job is logged as failed and retried.
 */
export async function attemptEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  signal: AbortSignal,
  attempt: (item: T) => Promise<unknown>,
): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  for await (const item of items) {
    signal.throwIfAborted();
    await attempt(item).catch((error: unknown) => (failure ??= { error }));
  }
  if (failure) throw failure.error;
}
