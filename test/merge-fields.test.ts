import { expect, test } from 'vitest';
import { newAnimalValues } from '#web/animals/animal-form-values.ts';
import { animalMergeFields } from '#web/animals/merge-fields.ts';
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

const due = { breedingDate: '2025-10-03', expectedDueDate: '2026-03-02', actualBirthDate: null };
const record = { ...due, outcome: 'pending', offspringIds: [], notes: null } as unknown as Parameters<typeof recordValuesOf>[0];
const words = { farmName: null, ownerName: null, email: '', phone: null, address: null };
const profile = { ...words, logoUrl: null } as unknown as Parameters<typeof entriesOf>[0];
const sold = { forSale: false, salePrice: null, saleDescription: null } as Parameters<typeof storedCells>[0];

const form = (values: object, mergeFields: readonly unknown[]): Form => ({ values, mergeFields }) as unknown as Form;

const ofEntry = (kind: 'place' | 'group' | 'product') =>
  form(
    entryValuesOf(kind, undefined),
    entryMergeFields(kind, () => undefined),
  );
const ofAnimal = animalMergeFields(() => []);

/** A field that no merge field names would be overwritten by a merge without a word, with what stood there before. */
test.each<[string, Form]>([
  ['an animal', form(newAnimalValues, ofAnimal)],
  ['a breeding record', form(recordValuesOf(record, 'goat'), recordMergeFields([], 'goat'))],
  ['the profile', form(entriesOf(profile), farmMergeFields)],
  ['a place', ofEntry('place')],
  ['a group', ofEntry('group')],
  ['a product', ofEntry('product')],
  ['a sale', form(storedCells(sold), saleMergeFields)],
])('when two people change %s at once, what somebody else changed is kept, field by field', (_, { values, mergeFields }) => {
  expect(mergeFields.flatMap(({ fields }) => fields).toSorted()).toEqual(Object.keys(values).toSorted());
  for (const field of Object.keys(values)) {
    const theirs = { ...values, [field]: 'theirs' };
    expect([field, mergeThreeWays(mergeFields, { base: values, mine: values, theirs }).values]).toEqual([field, theirs]);
  }
});
