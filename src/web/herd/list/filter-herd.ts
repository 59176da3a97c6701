import type { Animal } from '#contract/animals.ts';
import { findAnimals } from './find-animals.ts';
import type { HerdFilter } from './herd-filter.ts';
import { noNumbers } from '../animal/use-numbers.ts';

/** The animals that pass every filter, the best matches of the search first. */
export function filterHerd(
  herd: readonly Animal[],
  { search, species, health, status }: HerdFilter,
  numbers = noNumbers,
): readonly Animal[] {
  const filtered = herd.filter(
    (animal) =>
      (species === 'all' || animal.species === species) &&
      (health === 'all' || animal.healthStatus === health) &&
      (status === 'all' || animal.status === status),
  );
  return findAnimals(search, filtered, numbers);
}
