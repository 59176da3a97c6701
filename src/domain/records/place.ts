import { z } from 'zod';
import { maxNameLength } from '../values/farm-lists.ts';
import { maxCorners, planSide, violationOf } from './outlines.ts';
import { field, type Fields } from './fields.ts';
import { optionalText, optionalWhole, requiredLine } from './values.ts';

/** 100,000 hectares. */
export const maxAreaSquareMetres = 1_000_000_000;
export const maxRestDays = 1000;

const onPlan = `Must be a whole number from 0 to ${planSide.toLocaleString('en-US')}`;
const coordinate = (label: string) => field(z.int(onPlan).min(0, onPlan).max(planSide, onPlan), { kind: 'number', label });

const pointFields = { x: coordinate('From the left'), y: coordinate('From the top') } as const satisfies Fields;

const outline = z
  .array(z.object(pointFields))
  .max(maxCorners, `An outline has at most ${maxCorners} corners`)
  .superRefine((corners, context) => {
    const message = corners.length > maxCorners ? undefined : violationOf(corners);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

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
  /** Its corners on the farm's plan; empty: it is not on the plan. */
  outline: field(outline, { kind: 'list', label: 'Outline', unset: [] }),
  note: field(optionalText(2000), { kind: 'text', label: 'Note', unset: null }),
} as const satisfies Fields;
