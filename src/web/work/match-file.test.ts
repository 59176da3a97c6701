import { expect, test } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import type { AnimalTag } from '#contract/animal-tags.ts';
import type { FileLine } from './reader-file.ts';
import { matchFile } from './match-file.ts';

const day = '2026-06-20';
const eid = (digit: number) => `82607133935000${digit}`;
const animal = (tagNumber: string, more: object = {}) => buildAnimal({ id: tagNumber, tagNumber, species: 'sheep', ...more });
const herd = [
  animal('E-1'),
  animal('E-2'),
  animal('E-3', { status: 'sold' }),
  animal('E-4', { birthDate: '2026-06-21' }),
  animal('12'),
  animal('12', { id: 'other 12' }),
];
const tags = [1, 2, 3].map((digit) => ({ kind: 'eid', animalId: `E-${digit}`, number: eid(digit), toDay: null }) as AnimalTag);

let number = 1;
const line = (more: Partial<FileLine>): FileLine => ({
  number: (number += 1),
  text: 'as it is in the file',
  eid: null,
  tag: '',
  grams: 40_000,
  day: null,
  problem: null,
  ...more,
});
const match = (lines: readonly FileLine[], more: Partial<Parameters<typeof matchFile>[1]> = {}) =>
  matchFile(lines, { herd, tags, day, isEntered: () => false, lastWeightOf: () => undefined, ...more }).map(
    ({ outcome, animal: found, problem }) => [outcome, found?.id, ...(problem === undefined ? [] : [problem])],
  );

test('a line is matched by its electronic tag, or by the whole tag in any case', () => {
  expect(match([line({ eid: eid(1) }), line({ eid: eid(9), tag: 'e-2' }), line({ tag: '2' })])).toEqual([
    ['ready', 'E-1'],
    ['ready', 'E-2'],
    ['unknown', undefined],
  ]);
});

test('what means several animals, none that is here, or none at that day is not recorded', () => {
  const lines = [
    line({ tag: '12' }),
    line({ eid: eid(1), tag: 'E-2' }),
    line({ eid: eid(3) }),
    line({ tag: 'E-4' }),
    line({ problem: 'No weight' }),
  ];
  expect(match(lines)).toEqual([
    ['several', undefined, 'Several animals have this number'],
    ['several', undefined, 'The two numbers are of different animals'],
    ['gone', undefined],
    ['unreadable', 'E-4', 'Before its birth'],
    ['unreadable', undefined, 'No weight'],
  ]);
});

test('of two readings of an animal the later one counts', () => {
  expect(match([line({ tag: 'E-1' }), line({ tag: 'E-2' }), line({ eid: eid(1), grams: 41_000 })])).toEqual([
    ['repeated', 'E-1'],
    ['ready', 'E-2'],
    ['ready', 'E-1'],
  ]);
});

test('a doubted weight of an animal does not replace a likely one, wherever it is in the file', () => {
  const lastWeightOf = () => ({ grams: 40_000, day: '2026-06-17' });
  const [likely, doubted] = [{ tag: 'E-1' }, { tag: 'E-1', grams: 150_000 }];
  expect(match([line(likely), line(doubted)], { lastWeightOf })).toEqual([
    ['ready', 'E-1'],
    ['repeated', 'E-1'],
  ]);
  expect(match([line(doubted), line(likely)], { lastWeightOf })).toEqual([
    ['repeated', 'E-1'],
    ['ready', 'E-1'],
  ]);
});

test('the same file once more records nothing twice', () => {
  const lines = [line({ tag: 'E-1' }), line({ tag: 'E-2' })];
  expect(match(lines, { isEntered: ({ id }) => id === 'E-1', lastWeightOf: () => ({ grams: 40_000, day }) })).toEqual([
    ['entered', 'E-1'],
    ['entered', 'E-2'],
  ]);
});

test('a weight that cannot be is asked about', () => {
  const lastWeightOf = () => ({ grams: 60_000, day: '2026-06-17' });
  expect(match([line({ tag: 'E-1' }), line({ tag: 'E-2', grams: 59_000 })], { lastWeightOf })).toEqual([
    ['doubted', 'E-1'],
    ['ready', 'E-2'],
  ]);
});
