import { z } from 'zod';
import { breedingOutcomes } from './breeding.ts';
import { field, type RecordOf } from './fields.ts';
import { CalendarDate, Id, optionalDate, optionalText } from './values.ts';

export const breedingFields = {
  fatherId: field(Id, { kind: 'animal', label: 'Father' }),
  motherId: field(Id, { kind: 'animal', label: 'Mother' }),
  breedingDate: field(CalendarDate, { kind: 'day', label: 'Breeding date' }),
  /** If null, the server computes it from the species: 150 days after the breeding date for goats, 147 for sheep. */
  expectedDueDate: field(optionalDate, { kind: 'day', label: 'Expected due date', unset: null }),
  actualBirthDate: field(optionalDate, { kind: 'day', label: 'Actual birth date', unset: null }),
  notes: field(optionalText(2000), { kind: 'text', label: 'Notes', width: 40, unset: null }),
  outcome: field(z.enum(breedingOutcomes), { kind: 'choice', label: 'Outcome', width: 13, unset: 'pending' }),
} as const;

export type BreedingRecordFields = RecordOf<typeof breedingFields>;

/** The fields that its version is a digest of. */
export const breedingContent = (
  record: BreedingRecordFields & { readonly offspringIds: readonly string[] },
): readonly unknown[] => [
  record.fatherId,
  record.motherId,
  record.breedingDate,
  record.expectedDueDate,
  record.actualBirthDate,
  record.offspringIds,
  record.notes,
  record.outcome,
];
