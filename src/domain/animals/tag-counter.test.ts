import { expect, test } from 'vitest';
import { nextTags } from './tag-counter.ts';

const born = (tagNumber: string, birthDate: string | null = '2026-03-01', rest: object = {}) => {
  const usual = { species: 'sheep', motherId: 'dam', createdAt: '2026-03-01T05:00:00.000Z' } as const;
  return { ...usual, tagNumber, birthDate, ...rest };
};
type Animals = Parameters<typeof nextTags>[0];
const next = (animals: Animals, count = 1, day = '2026-03-20') => nextTags(animals, { species: 'sheep', day }, count).join(', ');

test.each<readonly [tag: string, next: string]>([
  ['26-041', '26-042, 26-043'],
  ['MJ-02', 'MJ-03, MJ-04'],
  ['1099', '1100, 1101'],
  ['26/009', '26/010, 26/011'],
  ['UK 0713393 00045', 'UK 0713393 00046, UK 0713393 00047'],
  ['99', '100, 101'],
  // Without a number at the end, a provisional one, an EID and none are not counted up.
  ...['Daisy', 'D-1-26B', '826071339300045', ''].map((tag) => [tag, ''] as const),
])('after the tag %j come %j', (tag, tags) => expect(next([born(tag)], 2)).toBe(tags));

test.each([
  ['26-118', '27-001'],
  ['G26-118', 'G27-001'],
  ['F2026/7', 'F2027/1'],
  ['126-118', '126-119'],
  ['4-118', '4-119'],
])('the last young %s of one year is followed in the next by %s', (tag, tags) => {
  expect(next([born(tag, '2026-04-30')], 1, '2027-02-01')).toBe(tags);
});

test.each([
  ['the highest number with the prefix', [born('26-041'), born('26-077', '2026-01-02'), born('25-400', '2025-03-01')], '26-078'],
  ['none that looks like one in use', [born('A-7'), born('A8', '2020-01-01'), born('a-009', '2020-01-01')], 'A-10'],
  ['that of its own species', [born('G26-005', '2026-03-10', { species: 'goat' }), born('26-041')], '26-042'],
  ['that of the other species, if it has none', [born('G26-005', '2026-03-10', { species: 'goat' })], 'G26-006'],
  ['that of young born here, not of bought ones', [born('UK-9001', '2026-03-15', { motherId: null }), born('26-041')], '26-042'],
  ['the one entered last, without dates', [born('B-2', null), born('C-30', null, { createdAt: '2026-03-02' })], 'C-31'],
  ['none without animals', [], ''],
] as const)('the next tag continues %s', (_, animals, tag) => expect(next(animals)).toBe(tag));
