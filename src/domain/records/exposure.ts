import { z } from 'zod';
import { maxExposedFemales, maxExposedMales, maxNameLength } from '../values/farm-lists.ts';
import { field, type Fields } from './fields.ts';
import { CalendarDate, distinct, Id, optionalDate, requiredLine } from './values.ts';

/** A period in which males run with females. */
export const exposureFields = {
  /** The name of the females' group when the males came in. */
  name: field(requiredLine(maxNameLength, 'Name the females'), { kind: 'text', label: 'Females' }),
  maleIds: field(
    z
      .array(Id)
      .min(1, 'Choose at least one male')
      .max(maxExposedMales, `Choose at most ${maxExposedMales} males`)
      .refine(distinct, 'The same male is chosen twice'),
    { kind: 'ids', label: 'Males' },
  ),
  /** The females that were there when the males came in. Others may join or leave the group later. */
  femaleIds: field(
    z
      .array(Id)
      .min(1, 'Choose at least one female')
      .max(maxExposedFemales, `Choose at most ${maxExposedFemales} females`)
      .refine(distinct, 'The same female is chosen twice'),
    { kind: 'ids', label: 'Animals' },
  ),
  groupId: field(Id.nullable(), { kind: 'reference', label: 'Group', unset: null }),
  inDay: field(CalendarDate, { kind: 'day', label: 'In' }),
  /** null: the males are still there. */
  outDay: field(optionalDate, { kind: 'day', label: 'Out', unset: null }),
} as const satisfies Fields;
