import { expect, test } from 'vitest';
import { NewAnimal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { animalResolver, changesBetween, formField, inputOf, newAnimalValues, valuesOf } from './animal-form-values.ts';

const errorsOf = async (given: Partial<typeof newAnimalValues>) => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await animalResolver({ ...newAnimalValues, tagNumber: 'A1', ...given }, undefined, options);
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

test('the form of an animal wants a tag number and nothing else', async () => {
  expect(await errorsOf({})).toEqual({});
  expect(await errorsOf({ tagNumber: '  ' })).toEqual({ tagNumber: 'Tag number is required' });
});

test('the form of an animal says at each field what is wrong with it', async () => {
  const weights = { birthWeightGrams: 'heavy', weaningAgeDays: '1.5' };
  const wrong = { pedigreeUrl: 'javascript:alert(1)', salePrice: '-5', ...weights, birthYear: '26' };
  const errors = await errorsOf({ ...wrong, isYearOnly: true });
  expect(Object.keys(errors).toSorted()).toEqual(Object.keys(wrong).toSorted());
  expect(errors['birthWeightGrams']).toBe('Write a weight of up to 1,102 lbs, such as 7.5');
});

test('a price is taken as people write it, and none that could mean two things', async () => {
  expect(inputOf({ ...newAnimalValues, salePrice: '$1,250.50' }).salePrice).toBe('1250.50');
  expect(await errorsOf({ salePrice: '7,5' })).toHaveProperty('salePrice');
});

test('a birth date or a year is sent, never both', () => {
  const both = { ...newAnimalValues, birthDate: '2025-02-03', birthYear: '2025' };
  expect(inputOf(both)).toMatchObject({ birthDate: '2025-02-03', birthYear: null });
  expect(inputOf({ ...both, isYearOnly: true })).toMatchObject({ birthDate: null, birthYear: 2025 });
});

test('an animal is shown as it is kept: nothing has changed when nothing was touched', () => {
  const kept = { birthWeightGrams: 3402, birthDate: null, birthYear: 2020 };
  const shown = valuesOf(buildAnimal({ name: 'Ada', salePrice: 1250.5, weaningAgeDays: 90, ...kept }));
  expect(changesBetween(shown, { ...shown })).toEqual({});
  expect(NewAnimal.parse(inputOf(shown))).toMatchObject({ salePriceCents: 125_050, ...kept });
});

test('only what was changed is sent', () => {
  const before = valuesOf(buildAnimal({ name: 'Ada' }));
  const changes = changesBetween(before, { ...before, name: 'Ida', weaningWeightGrams: '45' });
  expect(changes).toEqual({ name: 'Ida', weaningWeightGrams: 20_412 });
});

test("the server's refusal of a field is shown at that field", () => {
  expect(['forSalePrice', 'motherId', 'constructor'].map(formField)).toEqual(['salePrice', 'motherId', undefined]);
});
