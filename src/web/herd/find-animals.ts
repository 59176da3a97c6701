import type { Animal } from '#contract/animals.ts';
import { found, searchKeys } from '#domain/find.ts';
import type { Numbers } from './use-numbers.ts';

const keys = new WeakMap<Numbers, ReturnType<typeof searchKeys<Animal>>>();

function keysWith(numbers: Numbers) {
  const known =
    keys.get(numbers) ??
    searchKeys<Animal>(({ id, tagNumber, name, breed }) => ({ tag: tagNumber, words: [name, breed], numbers: numbers.get(id) }));
  keys.set(numbers, known);
  return known;
}

/** By tag, name, breed and every other number, the best first. */
export const findAnimals = (typed: string, animals: readonly Animal[], numbers: Numbers): readonly Animal[] =>
  found(typed, animals, keysWith(numbers));
