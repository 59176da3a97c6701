/** How many requests of one batch are under way at once: quick on a slow connection, kind to the server. */
const atOnce = 4;

/** Runs every item, a few at a time. One that fails stops no other; the outcomes come in the items' order. */
export async function runEach<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  limit = atOnce,
): Promise<readonly PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) {
      [outcomes[index]] = await Promise.allSettled([run(item)]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return outcomes;
}
