import type { Animal } from '#contract/animals.ts';
import { searchItems, searchKeys, type Where } from '#domain/animals/find.ts';
import { whenNothingElse } from '#web/lib/device/yield-to-main.ts';
import type { Numbers } from '../animal/use-numbers.ts';

const keys = new WeakMap<Numbers, ReturnType<typeof searchKeys<Animal>>>();

function keysWith(numbers: Numbers) {
  const known =
    keys.get(numbers) ??
    searchKeys<Animal>(({ id, tagNumber, name, breed }) => ({ tag: tagNumber, words: [name, breed], numbers: numbers.get(id) }));
  keys.set(numbers, known);
  return known;
}

/** Searches by tag, name, breed and every other number, or by the end of tags and numbers alone; the best matches come first. */
export const findAnimals = (typed: string, animals: readonly Animal[], numbers: Numbers, where?: Where): readonly Animal[] =>
  searchItems(typed, animals, keysWith(numbers), where);

/** Builds in idle moments what the first search would build at once. */
export async function prepareToFind(animals: readonly Animal[], numbers: Numbers, signal: AbortSignal): Promise<void> {
  const keyOf = keysWith(numbers);
  for (const [index, animal] of animals.entries()) {
    if (index % animalsAtOnce === 0) await whenNothingElse();
    if (signal.aborted) return;
    keyOf(animal);
  }
}

/** A processor four times slower takes 5 ms for them. */
const animalsAtOnce = 250;
