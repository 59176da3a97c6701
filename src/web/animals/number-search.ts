import { numberKey } from '#domain/animal-tags.ts';
import { parseEid } from '#domain/eid.ts';

interface NumberOf {
  readonly animalId: string;
  readonly number: string;
}

const keys = new WeakMap<readonly NumberOf[], readonly { readonly animalId: string; readonly key: string }[]>();

function keysOf(numbers: readonly NumberOf[]) {
  const known = keys.get(numbers) ?? numbers.map(({ animalId, number }) => ({ animalId, key: numberKey(number) }));
  keys.set(numbers, known);
  return known;
}

/** Fewer characters are at the end of, or within, very many numbers. */
const [leastAtEnd, leastWithin] = [3, 6];

/** The animals with a number that ends with the search. What a reader sends for an EID is that EID. */
export function findByNumber(search: string, lists: readonly (readonly NumberOf[])[]): ReadonlySet<string> {
  const wanted = parseEid(search) ?? numberKey(search);
  if (wanted.length < leastAtEnd) return new Set();
  const isWanted = (key: string): boolean => key.endsWith(wanted) || (wanted.length >= leastWithin && key.includes(wanted));
  return new Set(lists.flatMap((numbers) => keysOf(numbers).flatMap(({ animalId, key }) => (isWanted(key) ? animalId : []))));
}
