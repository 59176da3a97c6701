import { describe, expect, test } from 'vitest';
import { isHealthy, isPictureUrl } from './animals.ts';
import { healthConcerns, isBreedingMale } from './births.ts';

const today = '2026-11-21';
const male = {
  sex: 'male',
  status: 'active',
  birthDate: '2026-05-21',
  birthYear: null,
  castratedOn: null,
  isCastrated: false,
} as const;

describe('a breeding male', () => {
  test('is at least six months old to the day', () => {
    expect(isBreedingMale(male, today)).toBe(true);
    expect(isBreedingMale({ ...male, birthDate: '2026-05-22' }, today)).toBe(false);
  });

  test('must be male and active', () => {
    expect(isBreedingMale({ ...male, sex: 'female' }, today)).toBe(false);
    expect(isBreedingMale({ ...male, status: 'sold' }, today)).toBe(false);
    expect(isBreedingMale({ ...male, status: 'died' }, today)).toBe(false);
  });

  test('is not castrated', () => {
    expect(isBreedingMale({ ...male, castratedOn: '2026-06-01' }, today)).toBe(false);
  });

  test('has a known age; if only the year is known, its last day counts', () => {
    expect(isBreedingMale({ ...male, birthDate: null }, today)).toBe(false);
    expect(isBreedingMale({ ...male, birthDate: null, birthYear: 2025 }, today)).toBe(true);
    expect(isBreedingMale({ ...male, birthDate: null, birthYear: 2026 }, today)).toBe(false);
  });

  test('born on the last day of August is ready on the last day of February', () => {
    expect(isBreedingMale({ ...male, birthDate: '2025-08-31' }, '2026-02-27')).toBe(false);
    expect(isBreedingMale({ ...male, birthDate: '2025-08-31' }, '2026-02-28')).toBe(true);
  });
});

test('good, very good and excellent are healthy; poor, fair and anything off the scale are not', () => {
  expect(['1', '2', '3', '4', '5', '6', ''].filter((healthStatus) => isHealthy({ healthStatus }))).toEqual(['3', '4', '5']);
});

test('health concerns are active animals in poor or fair health, worst first, then older first, unknown ages last', () => {
  const animal = (id: string, healthStatus: string, birthDate: string | null, status: 'active' | 'sold' | 'died' = 'active') => ({
    id,
    healthStatus,
    birthDate,
    birthYear: null,
    status,
  });
  const herd = [
    animal('fair, young', '2', '2025-01-01'),
    animal('well', '3', '2020-01-01'),
    animal('poor, unknown age', '1', null),
    animal('fair, old', '2', '2019-01-01'),
    animal('poor, young', '1', '2026-01-01'),
    animal('poor, sold', '1', '2015-01-01', 'sold'),
    { ...animal('poor, old', '1', null), birthYear: 2018 },
  ];
  expect(healthConcerns(herd).map(({ id }) => id)).toEqual([
    'poor, old',
    'poor, young',
    'poor, unknown age',
    'fair, old',
    'fair, young',
  ]);
});

test('only pictures of this site whose addresses end like one are shown', () => {
  expect(isPictureUrl('/uploads/a.JPG')).toBe(true);
  expect(isPictureUrl('/uploads/a.webp')).toBe(true);
  expect(isPictureUrl('/uploads/a.svg')).toBe(false);
  expect(isPictureUrl('/uploads/a.jpg?x=1')).toBe(false);
  expect(isPictureUrl('https://other.example/a.jpg')).toBe(false);
  expect(isPictureUrl(null)).toBe(false);
});
