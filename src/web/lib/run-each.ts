const defaultConcurrency = 4;

interface EachOptions {
  readonly concurrency?: number;
  /** After such a failure no further item is started; the remaining items fail with the same error. */
  readonly isFatal?: (error: unknown) => boolean;
}

export async function runEach<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  { concurrency = defaultConcurrency, isFatal = () => false }: EachOptions = {},
): Promise<readonly PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const queue = items.entries();
  let fatal: PromiseRejectedResult | undefined;
  const worker = async () => {
    for (const [index, item] of queue) {
      const [outcome] = fatal ? [fatal] : await Promise.allSettled([run(item)]);
      outcomes[index] = outcome;
      if (outcome.status === 'rejected' && isFatal(outcome.reason)) fatal ??= outcome;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return outcomes;
}
