import { z } from 'zod';
import { validateWeight } from './health-records.ts';
import { gramsOfPounds } from '../values/weights.ts';

/** Pounds as a text or a number, read as grams; null or '' for none. */
export const optionalPounds = z.union([z.string(), z.number(), z.null()], 'Must be a number').transform((value, context) => {
  if (value === null || value === '') return null;
  const violation = validateWeight(String(value));
  if (violation === undefined) return gramsOfPounds(Number(value));
  context.addIssue({ code: 'custom', message: violation });
  return z.NEVER;
});
