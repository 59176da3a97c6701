import { z } from 'zod';
import { maxNameLength } from '../farm-lists.ts';
import { workNames, works } from './works.ts';
import { eventFields, eventKinds } from './events.ts';
import { field, type Fields } from './fields.ts';
import { Id, optionalDate, requiredLine } from './values.ts';

/** More are another one. */
export const maxWorklistAnimals = 5000;

const { treatment, vaccination, weighing, move, scores, sale } = eventKinds;

/** What is the same for all animals, by the names that it has in their events. */
export const sharedFields = {
  ...sale.fields,
  ...treatment.fields,
  ...vaccination.fields,
  ...move.fields,
  method: weighing.fields.method,
  eggCount: scores.fields.eggCount,
  isPooled: scores.fields.isPooled,
  /** null: the day on which each animal is entered. */
  day: field(optionalDate.default(null), { kind: 'day', label: 'Day', unset: null }),
  note: eventFields.note,
} as const satisfies Fields;

/** What is done with many animals, one after the other, and those that were expected when it began. What was done is in the events. */
export const worklistFields = {
  name: field(requiredLine(maxNameLength, 'Name what is done'), { kind: 'text', label: 'Name' }),
  work: field(z.enum(workNames, 'Choose what is done'), {
    kind: 'choice',
    label: 'Work',
    show: (work) => (Object.hasOwn(works, work) ? works[work as keyof typeof works].label : work),
  }),
  shared: field(z.object(sharedFields).partial(), { kind: 'object', label: 'For all animals', unset: {} }),
  animalIds: field(z.array(Id).max(maxWorklistAnimals, `Choose at most ${maxWorklistAnimals} animals`), {
    kind: 'ids',
    label: 'Animals',
    unset: [],
  }),
} as const satisfies Fields;
