import type { AnimalTag } from '#contract/animal-tags.ts';
import type { Animal } from '#contract/animals.ts';
import { isForSale } from '#domain/records/animal-values.ts';
import { animalTagLabel } from '#domain/records/animal-tags.ts';
import { kindWord } from '#domain/records/births.ts';
import { fullName, speciesLabels } from '#web/herd/animal/animal-labels.ts';
import { longDate, shortDate } from '#web/lib/text/format.ts';

export interface Farm {
  /** null if neither the farm nor its owner has a name. */
  readonly name: string | null;
  readonly address: string | null;
  readonly owner: string | null;
}

export interface PaperFacts {
  readonly find: (id: string) => Animal | undefined;
  readonly tags: readonly AnimalTag[];
  readonly farm: Farm;
  readonly now: string;
}

export const farmText = ({ name, owner, address }: Farm): string => [name, owner, address].filter(Boolean).join(', ');

/** `From the records of Low Farm on May 1, 2026` */
export const recordsText = ({ farm, now }: Pick<PaperFacts, 'farm' | 'now'>): string =>
  `From the ${farm.name === null ? 'farm’s records' : `records of ${farm.name}`} on ${longDate(now)}`;

const bornIn =
  (dayText: (day: string) => string) =>
  ({ birthDate, birthYear }: Animal): string =>
    birthDate === null ? (birthYear === null ? '' : String(birthYear)) : dayText(birthDate);

const bornText = bornIn(longDate);
/** Where there is little room. */
export const shortBornText = bornIn(shortDate);

/** The animal's current numbers. */
export const numbersOf = ({ id }: Animal, tags: readonly AnimalTag[]): readonly AnimalTag[] =>
  tags.filter(({ animalId, toDay }) => animalId === id && toDay === null);

export const eidOf = (animal: Animal, tags: readonly AnimalTag[]): string | undefined =>
  numbersOf(animal, tags).find(({ kind }) => kind === 'eid')?.number;

/** Whether it was born on this farm to one of its dams. The breeder of other animals is not recorded. */
export const breederOf = (animal: Animal, { find, farm }: PaperFacts): string => {
  const dam = animal.motherId === null ? undefined : find(animal.motherId);
  return dam && !dam.isReference && !animal.isReference ? farmText(farm) : 'not recorded';
};

export function identityOf(animal: Animal, { tags, find, now }: PaperFacts): readonly (readonly [string, string | null])[] {
  const nameOf = (id: string | null): string | null => {
    const parent = id === null ? undefined : find(id);
    return parent ? fullName(parent) : null;
  };
  return [
    ['Tag', animal.tagNumber],
    ['Name', animal.name],
    ['Species and sex', `${speciesLabels[animal.species]}, ${kindWord(animal, now).toLowerCase()}`],
    ['Breed', animal.breed],
    ['Colour', animal.color],
    ['Born', bornText(animal)],
    ...numbersOf(animal, tags).map(({ kind, number }) => [animalTagLabel(kind), number] as const),
    ['Dam', nameOf(animal.motherId)],
    ['Sire', nameOf(animal.fatherId)],
  ];
}

/** Its public listing, if it has one. */
export const addressOf = (animal: Animal): string =>
  `${location.origin}${isForSale(animal) && animal.salePrice !== null ? '/for-sale' : '/animals'}/${animal.id}`;
