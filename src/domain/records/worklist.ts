import { z } from 'zod';
import { maxNameLength } from '../values/farm-lists.ts';
import { workNames, works } from './works.ts';
import { eventFields, eventKinds } from './events.ts';
import { field, type Fields } from './fields.ts';
import { distinct, Id, optionalDate, requiredLine } from './values.ts';

export const maxWorklistAnimals = 5000;

const { treatment, vaccination, weighing, move, scores, sale } = eventKinds;

/** The values that are the same for all animals, named as in their events. */
export const sharedFields = {
  ...sale.fields,
  ...treatment.fields,
  ...vaccination.fields,
  ...move.fields,
  method: weighing.fields.method,
  eggCount: scores.fields.eggCount,
  isPooled: scores.fields.isPooled,
  /** null: each event has the day on which it is entered. */
  day: field(optionalDate.default(null), { kind: 'day', label: 'Day', unset: null }),
  note: eventFields.note,
} as const satisfies Fields;

/** A task for many animals, with the animals that were expected when it began. The results are events. */
export const worklistFields = {
  name: field(requiredLine(maxNameLength, 'Name what is done'), { kind: 'text', label: 'Name' }),
  work: field(z.enum(workNames, 'Choose what is done'), {
    kind: 'choice',
    label: 'Work',
    show: (work) => (Object.hasOwn(works, work) ? works[work as keyof typeof works].label : work),
  }),
  shared: field(z.object(sharedFields).partial(), { kind: 'object', label: 'For all animals', unset: {} }),
  animalIds: field(
    z
      .array(Id)
      .max(maxWorklistAnimals, `Choose at most ${maxWorklistAnimals} animals`)
      .refine(distinct, 'The same animal is chosen twice'),
    {
      kind: 'ids',
      label: 'Animals',
      unset: [],
    },
  ),
} as const satisfies Fields;
