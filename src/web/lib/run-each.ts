const defaultConcurrency = 4;

interface EachOptions {
  readonly concurrency?: number;
  /** After such a failure no further item is started; those left fail with the same error. */
  readonly isFatal?: (error: unknown) => boolean;
}

/** Runs every item, a few at a time. A failure stops no other item, unless it is fatal; the outcomes are in the items' order. */
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
