import type { Animal } from '#contract/animals.ts';
import { breedingAgeMonths, hasReachedAge, isBeforeBirth } from '#domain/records/births.ts';
import type { BreedingRules } from '#domain/performance/breeding-rules.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import { Pedigree, percentText } from '#domain/breeding/inbreeding.ts';
import { kinshipOf } from '#domain/breeding/kinship.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';

/** Warnings never prevent saving. */
export interface Concern {
  readonly label: string;
  readonly sentence: string;
}

function ageConcern(animal: Animal, day: CalendarDate): Concern | undefined {
  if (!isCalendarDate(day) || isBeforeBirth(day, animal)) return undefined;
  const reached = hasReachedAge(animal, breedingAgeMonths, day);
  if (reached === undefined || reached === 'yes') return undefined;
  const months = `${breedingAgeMonths} months`;
  if (animal.birthDate !== null) {
    return { label: `Under ${months}`, sentence: `${fullName(animal)} is under ${months} old on this date.` };
  }
  const sentence = `${fullName(animal)} was born in ${animal.birthYear} and may be under ${months} old on this date.`;
  return { label: `Perhaps under ${months}`, sentence };
}

function kinConcern(dam: Animal, sire: Animal): Concern | undefined {
  const kinship = kinshipOf(dam, sire);
  return kinship && { label: `His ${kinship}`, sentence: `${fullName(dam)} is his ${kinship}.` };
}

export const damConcerns = (dam: Animal, sire: Animal | undefined, day: CalendarDate): readonly Concern[] =>
  [sire && kinConcern(dam, sire), ageConcern(dam, day)].filter((concern) => concern !== undefined);

/** The pedigrees of the farm's animals, and the limits above which inbreeding is mentioned. */
export interface Kin {
  readonly pedigree: Pedigree;
  readonly rules: BreedingRules;
}

function inbreedingConcern(dam: Animal, sire: Animal, { pedigree, rules }: Kin): Concern | undefined {
  const inbreeding = pedigree.inbreedingOfYoung(sire.id, dam.id);
  if (inbreeding < rules.close) return undefined;
  return {
    label: 'Related',
    sentence: `Young of ${fullName(dam)} and ${fullName(sire)} would be ${percentText(inbreeding)} inbred.`,
  };
}

export function pedigreeOf(animals: readonly Animal[] = [], outside: readonly Animal[] = []): Pedigree {
  const byId = new Map([...animals, ...outside].map((animal) => [animal.id, animal]));
  return new Pedigree((id) => byId.get(id));
}

export const pairConcerns = (
  sire: Animal | undefined,
  dams: readonly Animal[],
  day: CalendarDate,
  kin?: Kin,
): readonly Concern[] =>
  [
    sire && ageConcern(sire, day),
    ...dams.flatMap((dam) => [...damConcerns(dam, sire, day), kin && sire && inbreedingConcern(dam, sire, kin)]),
  ].filter((concern) => concern !== undefined);

export function validateMatesBorn(animals: readonly Animal[], day: CalendarDate): string | undefined {
  const [first, ...others] = isCalendarDate(day) ? animals.filter((animal) => isBeforeBirth(day, animal)) : [];
  if (!first) return undefined;
  const names = others.length > 0 ? `${fullName(first)} and ${others.length} more were` : `${fullName(first)} was`;
  return `${names} not born yet on this date`;
}
