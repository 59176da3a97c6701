import { isBeforeBirth, type Aged, type Sex, type Species } from './animals.ts';
import { addDays, addMonths, type CalendarDate, firstDay } from './dates.ts';
import { parentRoles, parentSex, type ParentRole } from './parentage.ts';

export const breedingOutcomes = ['pending', 'successful', 'unsuccessful'] as const;
export type BreedingOutcome = (typeof breedingOutcomes)[number];

/** Most young that one record keeps. */
export const maxOffspring = 4;

export interface Mate {
  readonly sex: Sex;
  readonly species: Species;
}

/** What keeps these two from being mated, and the field to show it at; undefined when nothing does. */
export function validatePair(pair: Readonly<Record<ParentRole, Mate>>): { role: ParentRole; why: string } | undefined {
  for (const role of parentRoles) {
    if (pair[role].sex !== parentSex[role]) {
      return { role, why: role === 'mother' ? 'Mother must be female' : 'Father must be male' };
    }
  }
  if (pair.mother.species !== pair.father.species)
    return { role: 'father', why: 'Father and mother must be of the same species' };
  return undefined;
}

export interface BreedingDates {
  readonly breedingDate: CalendarDate;
  readonly actualBirthDate: CalendarDate | null;
}

/** What is wrong with the dates of a breeding, and the field to show it at; undefined when nothing is. */
export function validateBreedingDates(
  { breedingDate, actualBirthDate }: BreedingDates,
  today: CalendarDate,
): { field: keyof BreedingDates; why: string } | undefined {
  if (breedingDate < firstDay) return { field: 'breedingDate', why: 'The breeding date cannot be before 1980' };
  // A mating may be planned; farther ahead than a year it is a typing mistake.
  if (breedingDate > addMonths(today, 12)) {
    return { field: 'breedingDate', why: 'The breeding date cannot be more than a year ahead' };
  }
  if (actualBirthDate === null) return undefined;
  if (actualBirthDate < breedingDate) {
    return { field: 'actualBirthDate', why: 'The birth cannot be before the breeding date' };
  }
  return actualBirthDate > today ? { field: 'actualBirthDate', why: 'The birth date cannot be in the future' } : undefined;
}

/** A sentence that names the parent who was not born yet on the breeding date; undefined when both were. */
export function validateParentsBorn(pair: Readonly<Record<ParentRole, Aged>>, breedingDate: CalendarDate): string | undefined {
  const unborn = parentRoles.find((role) => isBeforeBirth(breedingDate, pair[role]));
  return unborn && `The ${unborn} was not born yet on this date`;
}

/** A mating that is still to come counts as planned. */
export const isPlanned = (breedingDate: CalendarDate, today: CalendarDate): boolean => breedingDate > today;

/** Farther ahead than this a mating is asked about: it may be planned, and it may be a slip of the finger. */
const surelyMeantDays = 3;

export const isFarAhead = (breedingDate: CalendarDate, today: CalendarDate): boolean =>
  breedingDate > addDays(today, surelyMeantDays);

export type Parents = Readonly<Record<`${ParentRole}Id`, string | null>>;

/** Offspring of a breeding record share its mother or its father (specification, section 5). */
export const sharesParent = (young: Parents, pair: Parents): boolean =>
  (young.motherId !== null && young.motherId === pair.motherId) || (young.fatherId !== null && young.fatherId === pair.fatherId);
