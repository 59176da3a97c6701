import { describe, expect, test } from 'vitest';
import { NewAnimal } from '#contract/animals.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { animalResolver, changesBetween, formField, inputOf, newAnimalValues, valuesOf } from './animal-form-values.ts';

const errorsOf = async (given: Partial<typeof newAnimalValues>) => {
  const { errors } = await animalResolver({ ...newAnimalValues, tagNumber: 'A1', ...given }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

describe('the animal form', () => {
  test('starts with a female goat', () => {
    expect(newAnimalValues).toMatchObject({ species: 'goat', sex: 'female', status: 'active' });
  });

  test('wants a tag number and nothing else', async () => {
    expect(await errorsOf({})).toEqual({});
    expect(await errorsOf({ tagNumber: '  ' })).toEqual({ tagNumber: 'Tag number is required' });
  });

  test('says at each field what is wrong with it', async () => {
    const errors = await errorsOf({
      pedigreeUrl: 'javascript:alert(1)',
      salePrice: '-5',
      birthWeightGrams: 'heavy',
      weaningAgeDays: '1.5',
      isYearOnly: true,
      birthYear: '26',
    });
    expect(Object.keys(errors).toSorted()).toEqual([
      'birthWeightGrams',
      'birthYear',
      'pedigreeUrl',
      'salePrice',
      'weaningAgeDays',
    ]);
    expect(errors['birthWeightGrams']).toBe('Write a weight of up to 1,102 lbs, such as 7.5');
  });

  test('takes a price as people write it, and none that could mean two things', async () => {
    expect(inputOf({ ...newAnimalValues, salePrice: '$1,250.50' }).salePrice).toBe('1250.50');
    expect(await errorsOf({ salePrice: '7,5' })).toHaveProperty('salePrice');
  });

  test('sends a birth date or a year, never both', () => {
    const both = { ...newAnimalValues, birthDate: '2025-02-03', birthYear: '2025' };
    expect(inputOf(both)).toMatchObject({ birthDate: '2025-02-03', birthYear: null });
    expect(inputOf({ ...both, isYearOnly: true })).toMatchObject({ birthDate: null, birthYear: 2025 });
  });

  test('shows an animal as it is kept: nothing has changed when nothing was touched', () => {
    const animal = buildAnimal({
      name: 'Ada',
      salePrice: 1250.5,
      birthWeightGrams: 3402,
      weaningAgeDays: 90,
      birthDate: null,
      birthYear: 2020,
    });
    expect(changesBetween(valuesOf(animal), valuesOf(animal))).toEqual({});
    expect(NewAnimal.parse(inputOf(valuesOf(animal)))).toMatchObject({
      salePriceCents: 125_050,
      birthWeightGrams: 3402,
      birthYear: 2020,
    });
  });

  test('sends only what was changed', () => {
    const before = valuesOf(buildAnimal({ name: 'Ada' }));
    expect(changesBetween(before, { ...before, name: 'Ida', weaningWeightGrams: '45' })).toEqual({
      name: 'Ida',
      weaningWeightGrams: 20_412,
    });
  });

  test("shows the server's refusal of a field at that field", () => {
    expect(formField('forSalePrice')).toBe('salePrice');
    expect(formField('motherId')).toBe('motherId');
    expect(formField('constructor')).toBeUndefined();
  });
});
