import { expect, test } from 'vitest';
import { nextTags } from './tag-counter.ts';

const born = (tagNumber: string, birthDate: string | null = '2026-03-01', rest: object = {}) => ({
  tagNumber,
  species: 'sheep' as const,
  birthDate,
  motherId: 'dam',
  createdAt: '2026-03-01T05:00:00.000Z',
  ...rest,
});

const day = '2026-03-20';

test.each([
  ['26-041', ['26-042', '26-043']],
  ['G26-111', ['G26-112', 'G26-113']],
  ['MJ-02', ['MJ-03', 'MJ-04']],
  ['4-1123', ['4-1124', '4-1125']],
  ['1099', ['1100', '1101']],
  ['26/009', ['26/010', '26/011']],
  ['UK 0713393 00045', ['UK 0713393 00046', 'UK 0713393 00047']],
  ['99', ['100', '101']],
])('after %s come %j', (tag, next) => {
  expect(nextTags([born(tag)], { species: 'sheep', day }, 2)).toEqual(next);
});

test.each([
  ['26-118', '2026-04-30', '2027-02-01', '27-001'],
  ['G26-118', '2026-04-30', '2027-02-01', 'G27-001'],
  ['F2026/7', '2026-04-30', '2027-02-01', 'F2027/1'],
  ['126-118', '2026-04-30', '2027-02-01', '126-119'],
  ['4-118', '2026-04-30', '2027-02-01', '4-119'],
])('the last young %s of %s is followed on %s by %s', (tag, birthDate, on, next) => {
  expect(nextTags([born(tag, birthDate)], { species: 'sheep', day: on }, 1)).toEqual([next]);
});

test('the highest number with the prefix counts, including animals that were sold or are older', () => {
  const animals = [born('26-041'), born('26-077', '2026-01-02'), born('25-400', '2025-03-01')];
  expect(nextTags(animals, { species: 'sheep', day }, 1)).toEqual(['26-078']);
});

test('a number that looks like one in use is skipped', () => {
  const animals = [born('A-7'), born('A8', '2020-01-01'), born('a-009', '2020-01-01')];
  expect(nextTags(animals, { species: 'sheep', day }, 2)).toEqual(['A-10', 'A-11']);
});

test('each species has its own counter, and uses that of another species only if it has none', () => {
  const kid = born('G26-005', '2026-03-10', { species: 'goat' });
  expect(nextTags([kid, born('26-041')], { species: 'sheep', day }, 1)).toEqual(['26-042']);
  expect(nextTags([kid], { species: 'sheep', day }, 1)).toEqual(['G26-006']);
});

test('tags continue those of animals born on the farm, not of a younger one that was bought', () => {
  const bought = born('UK-9001', '2026-03-15', { motherId: null });
  expect(nextTags([bought, born('26-041')], { species: 'sheep', day }, 1)).toEqual(['26-042']);
});

test('tags without a number at their end, provisional ones and EIDs are not counted up', () => {
  const animals = ['Daisy', 'D-1-26B', '826071339300045', ''].map((tag) => born(tag));
  expect(nextTags(animals, { species: 'sheep', day }, 3)).toEqual([]);
  expect(nextTags([], { species: 'sheep', day }, 3)).toEqual([]);
});

test('if no birth date is known, tags continue the number entered last', () => {
  const animals = [born('B-2', null), born('C-30', null, { createdAt: '2026-03-02T05:00:00.000Z' })];
  expect(nextTags(animals, { species: 'sheep', day }, 1)).toEqual(['C-31']);
});
