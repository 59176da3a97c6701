import { z } from 'zod';
import { animalTagKinds, animalTagLabel, storedNumber } from './animal-tags.ts';
import { definedFields } from '../values/defined-fields.ts';
import { field, type RecordOf, unsetValues } from './fields.ts';
import { Id, optionalDate, requiredLine } from './values.ts';

/** An identifier besides the ear tag, which is a field of the animal; earlier ear tags are in its tag changes (rule 56). */
export const animalTagFields = {
  animalId: field(Id, { kind: 'animal', label: 'Animal', heading: 'Tag number' }),
  kind: field(z.enum(animalTagKinds, 'Choose what kind of number this is'), {
    kind: 'choice',
    label: 'Kind',
    show: animalTagLabel,
    width: 18,
  }),
  /** An EID as its 15 digits. */
  number: field(requiredLine(60, 'Enter the number'), { kind: 'text', label: 'Number', width: 18 }),
  fromDay: field(optionalDate, { kind: 'day', label: 'From', unset: null }),
  /** The day on which it was lost or replaced. */
  toDay: field(optionalDate, { kind: 'day', label: 'Until', unset: null }),
} as const;

export type AnimalTagFields = RecordOf<typeof animalTagFields>;

/** What a new identifier contains. The server stores it, and the copy of the farm in a browser shows it until then. */
export const newTag = (input: object): AnimalTagFields =>
  withStoredNumber({ ...unsetValues(animalTagFields), ...definedFields(input) } as AnimalTagFields);

export const changedTag = <T extends AnimalTagFields>(before: T, input: object): T =>
  withStoredNumber({ ...before, ...definedFields(input) });

const withStoredNumber = <T extends AnimalTagFields>(tag: T): T => ({ ...tag, number: storedNumber(tag) });
