import type { z } from 'zod';
import type { Animal } from '#contract/animals.ts';
import type { NewBreedingRecord } from '#contract/breeding.ts';
import { isTooYoungToBreed, isWether, isYoung } from '#domain/records/births.ts';
import { type CalendarDate, isCalendarDate } from '#domain/values/dates.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { today } from '#web/lib/text/today.ts';

/** Chosen females stay chosen while the male changes, so that a wrong pick can be corrected. */
export interface Mating {
  readonly fatherId: string | null;
  readonly motherIds: readonly string[];
  readonly date: CalendarDate;
  /** By female, of the records that may have been sent. */
  readonly ids: readonly (readonly [motherId: string, id: string])[];
}

export const newMating = (date: CalendarDate): Mating => ({ fatherId: null, motherIds: [], date, ids: [] });

const active = (animals: readonly Animal[]): readonly Animal[] => animals.filter(({ status }) => status === 'active');

/** A lamb is no ewe: those under the age of breeding on the day can only be chosen one by one. Until a day is chosen, it is today. */
export const isTooYoung = (animal: Animal, day: CalendarDate): boolean =>
  isTooYoungToBreed(animal, isCalendarDate(day) ? day : today());

export const oldEnough = (animals: readonly Animal[], day: CalendarDate): readonly Animal[] =>
  animals.filter((animal) => !isTooYoung(animal, day));

/**
 * Those of the farm come first, among them the grown before a year's many male young, and those that have young before the others. A
 * wether is no breeding male (rule 36).
 */
export function sires(animals: readonly Animal[], outside: readonly Animal[], now: CalendarDate): readonly Animal[] {
  const fathers = new Set(animals.map(({ fatherId }) => fatherId));
  const rank = (animal: Animal): number => (isYoung(animal, now) ? 2 : 0) + (fathers.has(animal.id) ? 0 : 1);
  return [animals, outside].flatMap((some) =>
    active(some)
      .filter((animal) => animal.sex === 'male' && !isWether(animal))
      .toSorted((a, b) => rank(a) - rank(b) || byTag(a, b)),
  );
}

export const dams = (animals: readonly Animal[], sire: Animal | undefined): readonly Animal[] =>
  active(animals)
    .filter(({ sex, species }) => sex === 'female' && (!sire || species === sire.species))
    .toSorted(byTag);

export const mergeSelection = (
  motherIds: readonly string[],
  offered: readonly Animal[],
  changed: ReadonlySet<string>,
): readonly string[] => {
  const offeredIds = new Set(offered.map(({ id }) => id));
  return [...motherIds.filter((id) => !offeredIds.has(id)), ...changed];
};

export const matingBody = (
  id: string,
  father: Pick<Animal, 'id'>,
  mother: Pick<Animal, 'id'>,
  breedingDate: CalendarDate,
): z.input<typeof NewBreedingRecord> => ({
  id,
  fatherId: father.id,
  motherId: mother.id,
  breedingDate,
  expectedDueDate: null,
  actualBirthDate: null,
  offspringIds: [],
  notes: null,
  outcome: 'pending',
});
