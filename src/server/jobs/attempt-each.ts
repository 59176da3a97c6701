/**
 * Goes on with the others where one fails, so that what is wrong with one person or farm keeps nobody else waiting. In the end it fails
 * with the first error: the job is logged as failed and tried again.
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
