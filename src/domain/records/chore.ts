import { z } from 'zod';
import { maxChoreAnimals, type Repeat, repeatNames, repeats } from './chores.ts';
import { maxNameLength } from '../values/farm-lists.ts';
import { field, type Fields } from './fields.ts';
import { CalendarDate, distinct, Id, optionalDate, optionalLine, optionalText, requiredLine } from './values.ts';

/** A task for a day or, with a `subject`, the postponement of a task that Today computes, for these animals. */
export const choreFields = {
  name: field(requiredLine(maxNameLength, 'Say what needs doing'), { kind: 'text', label: 'Task' }),
  /** The postponed task's name on Today; null: a task entered by a person. */
  subject: field(optionalLine(200), { kind: 'text', label: 'Subject', unset: null }),
  day: field(CalendarDate, { kind: 'day', label: 'Day' }),
  animalIds: field(
    z
      .array(Id)
      .max(maxChoreAnimals, `Choose at most ${maxChoreAnimals} animals`)
      .refine(distinct, 'The same animal is chosen twice'),
    {
      kind: 'ids',
      label: 'Animals',
      unset: [],
    },
  ),
  groupId: field(Id.nullable(), { kind: 'reference', label: 'Group', unset: null }),
  placeId: field(Id.nullable(), { kind: 'reference', label: 'Place', unset: null }),
  repeat: field(z.enum(repeatNames, 'Choose how often').nullable(), {
    kind: 'choice',
    label: 'Repeat',
    show: (name) => (Object.hasOwn(repeats, name) ? repeats[name as Repeat].label : name),
    unset: null,
  }),
  note: field(optionalText(2000), { kind: 'text', label: 'Note', unset: null }),
  /** The task is hidden until this day. */
  putOffTo: field(optionalDate, { kind: 'day', label: 'Put off to', unset: null }),
  reason: field(optionalText(100), { kind: 'text', label: 'Reason', unset: null }),
  /** For a repeating chore, the last day on which it was done. */
  doneOn: field(optionalDate, { kind: 'day', label: 'Done on', unset: null }),
  /** A name instead of an id, so that it stays when the person has left the farm. */
  responsible: field(optionalLine(100), { kind: 'text', label: 'Responsible', unset: null }),
  doneBy: field(optionalLine(100), { kind: 'text', label: 'Done by', unset: null }),
} as const satisfies Fields;
