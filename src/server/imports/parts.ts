import type { Thread } from '#server/worker-thread.ts';

const perPart = 500;

/** What a thread answers: a summary, and then its lists in parts. */
export type Part<S, L> =
  | { readonly summary: S }
  | { [N in keyof L]: { readonly name: N; readonly items: readonly L[N][] } }[keyof L]
  | { readonly isEnd: true };

/** The lists by the types of their items. */
export type ListsOf<L> = { readonly [N in keyof L]: readonly L[N][] };

export async function* partsOf<S, L extends object>(
  summary: S,
  lists: { readonly [N in keyof L]?: Iterable<L[N]> },
): AsyncGenerator<Part<S, L>, undefined> {
  yield { summary };
  for (const name of Object.keys(lists) as (keyof L)[])
    for (const items of slicesOf(lists[name] ?? [])) yield { name, items } as unknown as Part<S, L>;
  yield { isEnd: true };
}

function* slicesOf<T>(list: Iterable<T>): Generator<readonly T[]> {
  let slice: T[] = [];
  for (const item of list) {
    slice.push(item);
    if (slice.length < perPart) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** Reads the summary and the first lists, up to one that is not wanted. */
export async function readParts<S, L, N extends keyof L>(
  { next }: Pick<Thread<never, Part<S, L>>, 'next'>,
  names: readonly N[],
): Promise<{ readonly summary: S; readonly lists: ListsOf<Pick<L, N>> }> {
  const first = await next();
  if (!('summary' in first)) throw new TypeError('A thread begins with its summary');
  const lists = Object.fromEntries(names.map((name) => [name, []])) as unknown as { [K in N]: L[K][] };
  for (;;) {
    const part = await next();
    if (!('name' in part) || !Object.hasOwn(lists, part.name)) return { summary: first.summary, lists };
    lists[part.name as N].push(...(part.items as L[N][]));
  }
}
