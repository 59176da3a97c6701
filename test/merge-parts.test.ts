import { describe, expect, test } from 'vitest';
import { newAnimalValues } from '#web/animals/animal-form-values.ts';
import { animalParts } from '#web/animals/animal-parts.tsx';
import { recordParts } from '#web/breeding/record-parts.ts';
import { valuesOf as recordValuesOf } from '#web/breeding/record-values.ts';
import { mergeThreeWays, type Part } from '#web/lib/three-way.ts';
import { entriesOf, farmParts } from '#web/profile/farm-entries.tsx';
import { storedCells, saleParts } from '#web/sells/sale-edits.ts';

interface Form {
  /** What the form holds of a record. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly parts: readonly Part<Record<string, unknown>>[];
}

const record = {
  breedingDate: '2025-10-03',
  expectedDueDate: '2026-03-02',
  actualBirthDate: null,
  outcome: 'pending',
  offspringIds: [],
  notes: null,
} as unknown as Parameters<typeof recordValuesOf>[0];
const profile = {
  farmName: null,
  ownerName: null,
  email: '',
  phone: null,
  address: null,
  logoUrl: null,
} as unknown as Parameters<typeof entriesOf>[0];
const sold = { forSale: false, salePrice: null, saleDescription: null } as Parameters<typeof storedCells>[0];

const form = (values: object, parts: readonly unknown[]): Form => ({ values, parts }) as unknown as Form;

/** A field that no part knows would be overwritten by a merge without a word, with what stood there before. */
describe.each<[string, Form]>([
  ['an animal', form(newAnimalValues, animalParts([]))],
  ['a breeding record', form(recordValuesOf(record, 'goat'), recordParts([], 'goat'))],
  ['the profile', form(entriesOf(profile), farmParts)],
  ['a sale', form(storedCells(sold), saleParts)],
])('when two people change %s at once', (_, { values, parts }) => {
  test('every field of the form belongs to exactly one part', () => {
    expect(parts.flatMap(({ fields }) => fields).toSorted()).toEqual(Object.keys(values).toSorted());
  });

  test.each(Object.keys(values))("somebody else's '%s' is kept", (field) => {
    const theirs = { ...values, [field]: 'theirs' };
    expect(mergeThreeWays(parts, { base: values, mine: values, theirs }).values).toEqual(theirs);
  });
});
