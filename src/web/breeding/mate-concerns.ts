import type { Animal } from '#contract/animals.ts';
import { breedingAgeMonths, isBeforeBirth, isOfBreedingAge } from '#domain/animals.ts';
import { type CalendarDate, isCalendarDate } from '#domain/dates.ts';
import { kinshipOf } from '#domain/kinship.ts';
import { fullName } from '#web/herd/animal-labels.ts';

/** A warning about an animal as a mate, short and as a sentence. Warnings never prevent saving. */
export interface Concern {
  readonly label: string;
  readonly sentence: string;
}

/** Possibly too young on the day of the mating. */
function ageConcern(animal: Animal, day: CalendarDate): Concern | undefined {
  if (!isCalendarDate(day) || isBeforeBirth(day, animal) || isOfBreedingAge(animal, day) !== false) return undefined;
  const months = `${breedingAgeMonths} months`;
  if (animal.birthDate !== null) {
    return { label: `Under ${months}`, sentence: `${fullName(animal)} is under ${months} old on this date.` };
  }
  const sentence = `${fullName(animal)} was born in ${animal.birthYear} and may be under ${months} old on this date.`;
  return { label: `Perhaps under ${months}`, sentence };
}

/** The female is the male's mother, daughter or sister. */
function kinConcern(dam: Animal, sire: Animal): Concern | undefined {
  const kinship = kinshipOf(dam, sire);
  return kinship && { label: `His ${kinship}`, sentence: `${fullName(dam)} is his ${kinship}.` };
}

export const damConcerns = (dam: Animal, sire: Animal | undefined, day: CalendarDate): readonly Concern[] =>
  [sire && kinConcern(dam, sire), ageConcern(dam, day)].filter((concern) => concern !== undefined);

export const pairConcerns = (sire: Animal | undefined, dams: readonly Animal[], day: CalendarDate): readonly Concern[] => [
  ...((sire && [ageConcern(sire, day)]) ?? []).filter((concern) => concern !== undefined),
  ...dams.flatMap((dam) => damConcerns(dam, sire, day)),
];

/** Why the mating is impossible on this day: one of them was not born yet. */
export function validateMatesBorn(animals: readonly Animal[], day: CalendarDate): string | undefined {
  const [first, ...others] = isCalendarDate(day) ? animals.filter((animal) => isBeforeBirth(day, animal)) : [];
  if (!first) return undefined;
  const names = others.length > 0 ? `${fullName(first)} and ${others.length} more were` : `${fullName(first)} was`;
  return `${names} not born yet on this date`;
}
