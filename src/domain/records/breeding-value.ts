import { z } from 'zod';
import { maxBreedingValue, maxTraitLength } from './breeding-value-bounds.ts';
import { field, type Fields } from './fields.ts';
import { requiredLine } from './values.ts';

/** The value of one trait, as supplied by a genetic evaluation. */
export const breedingValueFields = {
  trait: field(requiredLine(maxTraitLength, 'Name the trait'), { kind: 'text', label: 'Trait' }),
  value: field(
    z
      .number('Must be a number')
      .min(-maxBreedingValue, 'Must be a breeding value')
      .max(maxBreedingValue, 'Must be a breeding value'),
    { kind: 'number', label: 'Value' },
  ),
  accuracy: field(
    z
      .number('Must be a number from 0 to 100')
      .min(0, 'Must be a number from 0 to 100')
      .max(100, 'Must be a number from 0 to 100')
      .nullable()
      .default(null),
    { kind: 'number', label: 'Accuracy (%)', unset: null },
  ),
} as const satisfies Fields;
