import type { Animal } from '#contract/animals.ts';
import {
  isIndex,
  type LatestValue,
  signed,
  suppliedBy,
  suppliedTraitKey,
  suppliedTraitLabel,
  traitMeaning,
  valueText,
} from '#domain/breeding/breeding-values.ts';
import type { BreedingValues } from '#web/herd/breeding/use-breeding-values.ts';
import type { Figure } from './figure-list.tsx';

interface OfAnimal {
  readonly animal: Pick<Animal, 'id'>;
}

/** Traits for which any of the animals has a value: indexes first, then the most frequent. */
export const traitsIn = (items: readonly OfAnimal[], values: BreedingValues): readonly string[] => [
  ...new Set(bySupplier(items, values).map(([{ trait }]) => trait)),
];

type OfSupplier = readonly [LatestValue, ...LatestValue[]];

/** The values of each trait and supplier. */
function bySupplier(items: readonly OfAnimal[], values: BreedingValues): readonly OfSupplier[] {
  const all = items.flatMap(({ animal }) => values.get(animal.id) ?? []);
  return ([...Map.groupBy(all, suppliedTraitKey).values()] as unknown as OfSupplier[]).toSorted(
    (a, b) =>
      Number(isIndex(b[0].trait)) - Number(isIndex(a[0].trait)) || b.length - a.length || (a[0].trait < b[0].trait ? -1 : 1),
  );
}

/** The most frequent traits, indexes first, shown beside the figures from records. The table has room for `most` of them. */
export function breedingValueFigures(
  items: readonly OfAnimal[],
  values: BreedingValues,
  most: number,
): readonly Figure<OfAnimal>[] {
  const shown = bySupplier(items, values)
    .filter(({ length }) => length > 1)
    .slice(0, most);
  const firsts = shown.map(([first]) => first);
  return firsts.map((first) => figureOf(first, suppliedTraitLabel(first, firsts), values));
}

function figureOf({ trait, source }: LatestValue, label: string, values: BreedingValues): Figure<OfAnimal> {
  const valueOf = ({ animal }: OfAnimal) => values.get(animal.id)?.find((each) => each.trait === trait && each.source === source);
  return {
    label,
    meaning: `${[traitMeaning(trait)?.toLowerCase(), suppliedBy(source)].filter(Boolean).join(', ')}; the last analysis of each animal.`,
    value: (item) => {
      const found = valueOf(item);
      return found && signed(found.value);
    },
    text: (item) => {
      const found = valueOf(item);
      return found && valueText({ ...found, trait: label });
    },
    order: (item) => valueOf(item)?.value ?? null,
  };
}
