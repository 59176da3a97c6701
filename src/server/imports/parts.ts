import { slicesOf } from '#server/db/slices.ts';
import type { Thread } from '#server/worker-thread.ts';

const perPart = 500;

/** The lists by the types of their items. */
export type ListsOf<L> = { readonly [N in keyof L]: readonly L[N][] };

/** What a thread answers: parts of lists, and null at their end. */
export type Part<L> = { [N in keyof L]: { readonly name: N; readonly items: readonly L[N][] } }[keyof L] | null;

export function* partsOf<L>(lists: { readonly [N in keyof L]?: Iterable<L[N]> }): Generator<Part<L>, undefined> {
  for (const name of Object.keys(lists) as (keyof L)[])
    for (const items of slicesOf(lists[name] ?? [], perPart)) yield { name, items };
  yield null;
}

/** Reads the first lists, up to one that is not wanted. */
export async function readParts<L, N extends keyof L>(
  { next }: Pick<Thread<never, Part<L>>, 'next'>,
  names: readonly N[],
): Promise<ListsOf<Pick<L, N>>> {
  const lists = Object.fromEntries(names.map((name) => [name, []])) as unknown as { [K in N]: L[K][] };
  for (let part = await next(); part && Object.hasOwn(lists, part.name); part = await next())
    lists[part.name as N].push(...(part.items as L[N][]));
  return lists;
}

/** Adds what a thread was sent to the lists that it has. */
export function collect<L>(lists: { readonly [N in keyof L]: L[N][] }, sent: Partial<ListsOf<L>>): void {
  for (const name of Object.keys(sent) as (keyof L)[]) for (const item of sent[name] ?? []) lists[name].push(item);
}
