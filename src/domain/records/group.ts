import { maxNameLength } from '../farm-lists.ts';
import { field, type Fields } from './fields.ts';
import { optionalText, requiredLine } from './values.ts';

/** Animals that are handled together, at whatever places they are. */
export const groupFields = {
  name: field(requiredLine(maxNameLength, 'Name the group'), { kind: 'text', label: 'Name' }),
  note: field(optionalText(2000), { kind: 'text', label: 'Note', unset: null }),
} as const satisfies Fields;
