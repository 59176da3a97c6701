import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { kindWord } from '#domain/records/births.ts';
import { speciesLabels, statusLabels } from '#web/herd/animal/animal-labels.ts';
import type { HerdColumn, HerdFilter } from '#web/herd/list/herd-filter.ts';
import { attentionKinds, attentionOf } from './attention.ts';
import type { FactsOf } from './use-herd-facts.ts';

type Key = string | number | null;

/** Numbers in a text compare as numbers: 9 before 10. A collator needs ten times as long for ten thousand tags. */
const natural = (text: string | null): Key =>
  text === null || text === '' ? null : text.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'));

const keys: Readonly<Record<HerdColumn, (animal: Animal, factsOf: FactsOf, now: CalendarDate) => Key>> = {
  tag: ({ tagNumber }) => natural(tagNumber),
  name: ({ name }) => natural(name),
  kind: (animal, _, now) => kindWord(animal, now),
  // The oldest have the earliest birth.
  age: ({ birthDate, birthYear }) => birthDate ?? (birthYear === null ? null : `${birthYear}`),
  weight: (animal, factsOf) => factsOf(animal).state?.lastWeightGrams ?? null,
  gain: (animal, factsOf) => factsOf(animal).state?.gainGramsPerDay ?? null,
  place: (animal, factsOf) => natural(factsOf(animal).where),
  health: ({ healthStatus }) => healthStatus,
  attention: (animal, factsOf, now) => {
    const attention = attentionOf(animal, factsOf(animal), now);
    return attention ? attentionKinds.indexOf(attention.kind) : null;
  },
  price: ({ forSale, salePrice }) => (forSale ? salePrice : null),
  breed: ({ breed }) => natural(breed),
  species: ({ species }) => speciesLabels[species],
  status: ({ status }) => statusLabels[status],
};

/** By tag, if nothing is chosen. In either direction, animals without a value come last. */
export function sortHerd(
  herd: readonly Animal[],
  sort: HerdFilter['sort'],
  factsOf: FactsOf,
  now: CalendarDate,
): readonly Animal[] {
  const isDescending = sort.startsWith('-');
  const keyOf = keys[(isDescending ? sort.slice(1) : sort || 'tag') as HerdColumn];
  const keyed = herd.map((animal) => ({ animal, key: keyOf(animal, factsOf, now) }));
  const [known, unknown] = [keyed.filter(({ key }) => key !== null), keyed.filter(({ key }) => key === null)];
  known.sort((a, b) => (a.key! < b.key! ? -1 : a.key! > b.key! ? 1 : 0) * (isDescending ? -1 : 1));
  return [...known, ...unknown].map(({ animal }) => animal);
}
