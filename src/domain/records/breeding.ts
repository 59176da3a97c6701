import type { Sex, Species } from './animals.ts';
import { isBeforeBirth, type HasBirth } from './births.ts';
import { addDays, addMonths, type CalendarDate, earliestDate } from '../values/dates.ts';
import { parentRoles, parentSex, type ParentRole } from './parentage.ts';

export const breedingOutcomes = ['pending', 'successful', 'unsuccessful'] as const;
export type BreedingOutcome = (typeof breedingOutcomes)[number];

/** A birth that is entered in a breeding record ends it, whatever its outcome says. */
export const isPending = ({
  outcome,
  actualBirthDate,
}: {
  readonly outcome: BreedingOutcome;
  readonly actualBirthDate: CalendarDate | null;
}): boolean => outcome === 'pending' && actualBirthDate === null;

export const maxOffspring = 4;

export interface Mate {
  readonly sex: Sex;
  readonly species: Species;
}

export function validatePair(pair: Readonly<Record<ParentRole, Mate>>): { role: ParentRole; message: string } | undefined {
  for (const role of parentRoles) {
    if (pair[role].sex !== parentSex[role]) {
      return { role, message: role === 'mother' ? 'Mother must be female' : 'Father must be male' };
    }
  }
  if (pair.mother.species !== pair.father.species)
    return { role: 'father', message: 'Father and mother must be of the same species' };
  return undefined;
}

export interface BreedingDates {
  readonly breedingDate: CalendarDate;
  readonly expectedDueDate?: CalendarDate | null;
  readonly actualBirthDate: CalendarDate | null;
}

export function validateBreedingDates(
  { breedingDate, expectedDueDate = null, actualBirthDate }: BreedingDates,
  today: CalendarDate,
): { field: keyof BreedingDates; message: string } | undefined {
  if (breedingDate < earliestDate) return { field: 'breedingDate', message: 'The breeding date cannot be before 1980' };
  // Matings may be planned, but a date more than a year ahead is a typing mistake.
  if (breedingDate > addMonths(today, 12)) {
    return { field: 'breedingDate', message: 'The breeding date cannot be more than a year ahead' };
  }
  if (actualBirthDate !== null && actualBirthDate < breedingDate) {
    return { field: 'actualBirthDate', message: 'The birth cannot be before the breeding date' };
  }
  if (actualBirthDate !== null && actualBirthDate > today) {
    return { field: 'actualBirthDate', message: 'The birth date cannot be in the future' };
  }
  return expectedDueDate !== null && expectedDueDate <= breedingDate
    ? { field: 'expectedDueDate', message: 'The birth must be due after the breeding date' }
    : undefined;
}

export function validateParentsBorn(
  pair: Readonly<Record<ParentRole, HasBirth>>,
  breedingDate: CalendarDate,
): string | undefined {
  const unborn = parentRoles.find((role) => isBeforeBirth(breedingDate, pair[role]));
  return unborn && `The ${unborn} was not born yet on this date`;
}

export const isPlanned = (breedingDate: CalendarDate, today: CalendarDate): boolean => breedingDate > today;

/** The form asks for confirmation of a breeding date further ahead than this, which may be planned or a typing mistake. */
const plausibleDaysAhead = 3;

export const isFarAhead = (breedingDate: CalendarDate, today: CalendarDate): boolean =>
  breedingDate > addDays(today, plausibleDaysAhead);

export type ParentIds = Readonly<Record<`${ParentRole}Id`, string | null>>;

/** Offspring of a breeding record share its mother or its father (specification, section 5). */
export const sharesParent = (child: ParentIds, pair: ParentIds): boolean =>
  (child.motherId !== null && child.motherId === pair.motherId) || (child.fatherId !== null && child.fatherId === pair.fatherId);
