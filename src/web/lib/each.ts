/** How many requests of one batch are under way at once: quick on a slow connection, kind to the server. */
const atOnce = 4;

interface EachOptions {
  readonly limit?: number;
  /** After such a failure no other item is begun; those that were left out fail with it. */
  readonly isFatal?: (error: unknown) => boolean;
}

/** Runs every item, a few at a time. One that fails stops no other, unless it is fatal; the outcomes come in the items' order. */
export async function runEach<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  { limit = atOnce, isFatal = () => false }: EachOptions = {},
): Promise<readonly PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const waiting = items.entries();
  let fatal: PromiseRejectedResult | undefined;
  const worker = async () => {
    for (const [index, item] of waiting) {
      const [outcome] = fatal ? [fatal] : await Promise.allSettled([run(item)]);
      outcomes[index] = outcome;
      if (outcome.status === 'rejected' && isFatal(outcome.reason)) fatal ??= outcome;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return outcomes;
}
