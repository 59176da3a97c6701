import type { z } from 'zod';
import type { Animal } from '#contract/animals.ts';
import type { BreedingChange, BreedingRecord } from '#contract/breeding.ts';
import type { Species } from '#domain/records/animals.ts';
import { maxOffspring, sharesParent, validateBreedingDates } from '#domain/records/breeding.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import { fieldNames, pickFields } from '#domain/records/fields.ts';
import { type CalendarDate, daysBetween, isCalendarDate } from '#domain/values/dates.ts';
import { dueDate } from '#domain/breeding/gestation.ts';
import { formInputOf, formValuesOf, type FormValuesOf } from '#web/lib/forms/record-form.ts';

/** What is typed of a record, in the order of the form. */
export const typedFields = pickFields(breedingFields, ['breedingDate', 'expectedDueDate', 'actualBirthDate', 'outcome', 'notes']);

export interface RecordValues extends Readonly<FormValuesOf<typeof typedFields>> {
  /** False once a person has set the due date; until then it follows the breeding date. */
  readonly isDueComputed: boolean;
  readonly offspring: readonly (string | null)[];
}

export const valuesOf = (record: BreedingRecord, species: Species | undefined): RecordValues => ({
  ...formValuesOf(typedFields, record),
  isDueComputed: species !== undefined && record.expectedDueDate === dueDate(species, record.breedingDate),
  offspring: Array.from({ length: maxOffspring }, (_, slot) => record.offspringIds[slot] ?? null),
});

export const withBreedingDate = (
  values: RecordValues,
  breedingDate: CalendarDate,
  species: Species | undefined,
): RecordValues => ({
  ...values,
  breedingDate,
  ...(values.isDueComputed && species && isCalendarDate(breedingDate) && { expectedDueDate: dueDate(species, breedingDate) }),
});

export const withDueDate = (values: RecordValues, expectedDueDate: CalendarDate): RecordValues => ({
  ...values,
  expectedDueDate,
  isDueComputed: expectedDueDate === '',
});

/**
 * Active animals that share a parent with the record and are in no other slot. Offspring of both parents come first, then those
 * born nearest to the due date.
 */
export function offspringChoices(
  record: BreedingRecord,
  animals: readonly Animal[],
  { offspring, actualBirthDate, expectedDueDate, breedingDate }: RecordValues,
  slot: number,
): readonly Animal[] {
  const expected = [actualBirthDate, expectedDueDate, breedingDate].find(isCalendarDate);
  const isElsewhere = (id: string) => offspring.some((other, place) => place !== slot && other === id);
  return animals
    .filter(
      (animal) => animal.id === offspring[slot] || (!isElsewhere(animal.id) && isOwnActive(animal) && isYoungOf(animal, record)),
    )
    .toSorted((a, b) => byParents(a, record) - byParents(b, record) || daysOff(a, expected) - daysOff(b, expected));
}

const isOwnActive = ({ status, isReference }: Animal): boolean => status === 'active' && !isReference;

const isYoungOf = (animal: Animal, record: BreedingRecord): boolean =>
  sharesParent(animal, record) && animal.id !== record.motherId && animal.id !== record.fatherId;

/** A ram has lambs by many ewes, so an animal that shares only the father is the least likely offspring. */
const byParents = (animal: Animal, { motherId, fatherId }: BreedingRecord): number =>
  2 * Number(animal.motherId !== motherId) + Number(animal.fatherId !== fatherId);

function daysOff({ birthDate }: Animal, expected: CalendarDate | undefined): number {
  if (birthDate === null || expected === undefined) return Number.MAX_SAFE_INTEGER;
  return Math.abs(daysBetween(expected, birthDate));
}

export function validateRecord(
  { breedingDate, expectedDueDate, actualBirthDate }: RecordValues,
  today: CalendarDate,
): Partial<Record<string, string>> {
  if (!isCalendarDate(breedingDate)) return { breedingDate: 'Choose the date of breeding' };
  for (const [field, day] of Object.entries({ expectedDueDate, actualBirthDate })) {
    if (day !== '' && !isCalendarDate(day)) return { [field]: 'Choose a date, or leave it empty' };
  }
  const violation = validateBreedingDates(
    { breedingDate, expectedDueDate: expectedDueDate || null, actualBirthDate: actualBirthDate || null },
    today,
  );
  return violation ? { [violation.field]: violation.message } : {};
}

export function recordField(path: string): keyof RecordValues | undefined {
  return path === 'offspringIds' ? 'offspring' : fieldNames(typedFields).find((field) => field === path);
}

export const changeBody = (
  { fatherId, motherId }: Pick<BreedingRecord, 'fatherId' | 'motherId'>,
  values: RecordValues,
): z.input<typeof BreedingChange> => ({
  fatherId,
  motherId,
  ...formInputOf(typedFields, values),
  offspringIds: values.offspring.filter((id) => id !== null),
});
