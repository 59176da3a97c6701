import type { Animal } from '#contract/animals.ts';
import { isIndex, type LatestValue, signed, suppliedBy, traitMeaning, valueText } from '#domain/breeding-values.ts';
import type { BreedingValues } from '#web/herd/use-breeding-values.ts';
import type { Figure } from './figure-list.tsx';

interface OfAnimal {
  readonly animal: Pick<Animal, 'id'>;
}

/** Traits for which any of the animals has a value: indexes first, then the most frequent. */
export function traitsIn(items: readonly OfAnimal[], values: BreedingValues): readonly string[] {
  return [...byTraitOf(items, values).keys()];
}

function byTraitOf(items: readonly OfAnimal[], values: BreedingValues): ReadonlyMap<string, readonly LatestValue[]> {
  const all = items.flatMap(({ animal }) => values.get(animal.id) ?? []);
  return new Map(
    [...Map.groupBy(all, ({ trait }) => trait)].toSorted(
      ([a, ofA], [b, ofB]) => Number(isIndex(b)) - Number(isIndex(a)) || ofB.length - ofA.length || (a < b ? -1 : 1),
    ),
  );
}

/** The most frequent traits, indexes first, shown beside the figures from records. The table has room for `most` of them. */
export function breedingValueFigures(
  items: readonly OfAnimal[],
  values: BreedingValues,
  most: number,
): readonly Figure<OfAnimal>[] {
  return [...byTraitOf(items, values)]
    .filter(([, of]) => of.length > 1)
    .slice(0, most)
    .map(([trait, of]) => figureOf(trait, of, values));
}

function figureOf(trait: string, all: readonly LatestValue[], values: BreedingValues): Figure<OfAnimal> {
  const sources = [...new Set(all.map(({ source }) => source))];
  const valueOf = ({ animal }: OfAnimal) => values.get(animal.id)?.find((each) => each.trait === trait);
  return {
    label: trait,
    meaning: `${[traitMeaning(trait)?.toLowerCase(), ...sources.map(suppliedBy)].filter(Boolean).join(', ')}; the last analysis of each animal.`,
    value: (item) => {
      const found = valueOf(item);
      return found && signed(found.value);
    },
    text: (item) => {
      const found = valueOf(item);
      return found && valueText(found);
    },
    order: (item) => valueOf(item)?.value ?? null,
  };
}
