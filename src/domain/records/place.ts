import { maxNameLength } from '../farm-lists.ts';
import { field, type Fields } from './fields.ts';
import { optionalText, optionalWhole, requiredLine } from './values.ts';

/** 100,000 hectares. */
export const maxAreaSquareMetres = 1_000_000_000;
export const maxRestDays = 1000;

/** A field, pen or shed. */
export const placeFields = {
  name: field(requiredLine(maxNameLength, 'Name the place'), { kind: 'text', label: 'Name' }),
  areaSquareMetres: field(optionalWhole(1, maxAreaSquareMetres, 'Must be an area of at least one square metre'), {
    kind: 'number',
    label: 'Area (m²)',
    unset: null,
  }),
  /** Days for which it should rest before animals return. */
  restDays: field(optionalWhole(0, maxRestDays, `Must be a number of days from 0 to ${maxRestDays}`), {
    kind: 'days',
    label: 'Rest (days)',
    unset: null,
  }),
  note: field(optionalText(2000), { kind: 'text', label: 'Note', unset: null }),
} as const satisfies Fields;
