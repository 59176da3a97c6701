import { describe, expect, test } from 'vitest';
import { newAnimalValues } from '#web/animals/animal-form-values.ts';
import { animalMergeFields } from '#web/animals/merge-fields.tsx';
import { recordMergeFields } from '#web/breeding/merge-fields.ts';
import { valuesOf as recordValuesOf } from '#web/breeding/record-values.ts';
import { entryMergeFields, valuesOf as entryValuesOf } from '#web/farm-lists/entries.ts';
import { mergeThreeWays, type MergeField } from '#web/lib/forms/three-way.ts';
import { entriesOf, farmMergeFields } from '#web/profile/farm-entries.tsx';
import { storedCells, saleMergeFields } from '#web/sells/sale-edits.ts';

interface Form {
  readonly values: Readonly<Record<string, unknown>>;
  readonly mergeFields: readonly MergeField<Record<string, unknown>>[];
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

const form = (values: object, mergeFields: readonly unknown[]): Form => ({ values, mergeFields }) as unknown as Form;

/** A field that no merge field names would be overwritten by a merge without a word, with what stood there before. */
describe.each<[string, Form]>([
  [
    'an animal',
    form(
      newAnimalValues,
      animalMergeFields(() => []),
    ),
  ],
  ['a breeding record', form(recordValuesOf(record, 'goat'), recordMergeFields([], 'goat'))],
  ['the profile', form(entriesOf(profile), farmMergeFields)],
  [
    'a place',
    form(
      entryValuesOf('place', undefined),
      entryMergeFields('place', () => undefined),
    ),
  ],
  [
    'a group',
    form(
      entryValuesOf('group', undefined),
      entryMergeFields('group', () => undefined),
    ),
  ],
  [
    'a product',
    form(
      entryValuesOf('product', undefined),
      entryMergeFields('product', () => undefined),
    ),
  ],
  ['a sale', form(storedCells(sold), saleMergeFields)],
])('when two people change %s at once', (_, { values, mergeFields }) => {
  test('every field of the form belongs to exactly one merge field', () => {
    expect(mergeFields.flatMap(({ fields }) => fields).toSorted()).toEqual(Object.keys(values).toSorted());
  });

  test.each(Object.keys(values))("somebody else's '%s' is kept", (field) => {
    const theirs = { ...values, [field]: 'theirs' };
    expect(mergeThreeWays(mergeFields, { base: values, mine: values, theirs }).values).toEqual(theirs);
  });
});
