import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { type DateRange, type PairCount, pairCounts } from '#domain/reports.ts';
import { breedingsOf, stateOf } from '#web/breeding/breeding-history.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';

export interface BreedingPair extends PairCount {
  readonly id: string;
  readonly name: string;
}

export function breedingPairs(
  records: readonly BreedingRecord[],
  animals: readonly Animal[],
  expected: readonly Pregnancy[],
  range: DateRange,
): readonly BreedingPair[] {
  const names = new Map(animals.map((animal) => [animal.id, fullName(animal)]));
  const nameOf = (id: string) => names.get(id) ?? 'Deleted animal';
  const breedings = breedingsOf(records, animals, expected).map((breeding) => ({ ...breeding.record, state: stateOf(breeding) }));
  return pairCounts(breedings, range).map((pair) => ({
    ...pair,
    id: `${pair.fatherId} ${pair.motherId}`,
    name: `${nameOf(pair.fatherId)} × ${nameOf(pair.motherId)}`,
  }));
}
