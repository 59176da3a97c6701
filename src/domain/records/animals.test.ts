import { expect, test } from 'vitest';
import { listingTitle } from '../listings.ts';
import { isHealthy, isPictureUrl } from './animals.ts';
import { healthConcerns, isBreedingMale, offeredWord } from './births.ts';

const animal = {
  sex: 'male',
  status: 'active',
  birthDate: '2026-05-21',
  birthYear: null,
  castratedOn: null,
  isCastrated: false,
} as const;

test.each([
  ['of six months to the day', {}, true],
  ['of six months without a day', { birthDate: '2026-05-22' }, false],
  ['female', { sex: 'female' }, false],
  ['sold', { status: 'sold' }, false],
  ['dead', { status: 'died' }, false],
  ['castrated', { castratedOn: '2026-06-01' }, false],
  ['of unknown age', { birthDate: null }, false],
  ['of which the last day of the year is half a year ago', { birthDate: null, birthYear: 2025 }, true],
  ['of this year', { birthDate: null, birthYear: 2026 }, false],
] as const)('an animal %s is a breeding male: %j, %s', (_, fields, isOne) => {
  expect(isBreedingMale({ ...animal, ...fields }, '2026-11-21')).toBe(isOne);
});

test.each([
  ['female', '2026-08-21', false, 'Ewe lamb'],
  ['male', '2025-11-22', false, 'Ram lamb'],
  ['female', '2025-11-21', false, 'Ewe'],
  ['female', null, false, 'Female'],
  ['male', null, false, 'Male'],
  ['male', null, true, 'Wether'],
] as const)('a %s offered with the day of birth %s (wether: %s) is called %s', (sex, birthDate, isCastrated, word) => {
  const offered = { species: 'sheep', sex, birthDate, isCastrated } as const;
  expect(offeredWord(offered, '2026-11-21')).toBe(word);
  const kind = birthDate === null && !isCastrated ? `${word.toLowerCase()} sheep` : word.toLowerCase();
  const title = listingTitle({ ...offered, name: null, tagNumber: 'M1', breed: 'Texel', salePrice: 200 }, '2026-11-21');
  expect(title).toBe(`M1, Texel ${kind} for $200`);
});

test('a male born on the last day of August is ready on the last day of February', () => {
  const isReady = (day: string) => isBreedingMale({ ...animal, birthDate: '2025-08-31' }, day);
  expect(['2026-02-27', '2026-02-28'].map(isReady)).toEqual([false, true]);
});

test('good, very good and excellent are healthy; poor, fair and anything off the scale are not', () => {
  expect(['1', '2', '3', '4', '5', '6', ''].filter((healthStatus) => isHealthy({ healthStatus }))).toEqual(['3', '4', '5']);
});

test('health concerns are active animals in poor or fair health, worst first, then older first, unknown ages last', () => {
  const of = (id: string, healthStatus: string, birthDate: string | null, rest: object = {}) => {
    const usual = { birthYear: null, status: 'active' as const };
    return { ...usual, id, healthStatus, birthDate, ...rest };
  };
  const fair = [of('fair, young', '2', '2025-01-01'), of('well', '3', '2020-01-01'), of('fair, old', '2', '2019-01-01')];
  const poor = [of('poor, unknown age', '1', null), of('poor, young', '1', '2026-01-01')];
  const others = [of('poor, sold', '1', '2015-01-01', { status: 'sold' }), of('poor, old', '1', null, { birthYear: 2018 })];
  const ids = healthConcerns([...fair, ...poor, ...others]).map(({ id }) => id);
  expect(ids).toEqual(['poor, old', 'poor, young', 'poor, unknown age', 'fair, old', 'fair, young']);
});

test('only pictures of this site whose addresses end like one are shown', () => {
  expect(['/uploads/a.JPG', '/uploads/a.webp'].map(isPictureUrl)).toEqual([true, true]);
  expect(['/uploads/a.svg', '/uploads/a.jpg?x=1', 'https://other.example/a.jpg', null].filter(isPictureUrl)).toEqual([]);
});
