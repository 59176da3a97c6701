import { expect, test } from 'vitest';
import { matingsToRecord, staysOf } from './exposures.ts';

const exposure = {
  id: 'exposure',
  maleIds: ['ram'],
  femaleIds: ['a', 'b'],
  groupId: 'group',
  inDay: '2026-10-01',
  outDay: '2026-11-03',
  archivedAt: null,
};

const move = (animalId: string, day: string, rest: object = {}) => {
  const usual = { time: null, createdAt: '2026-12-01T00:00:00.000Z', placeId: null, groupId: 'group', leavesGroup: false };
  return { ...usual, id: `${animalId} ${day}`, animalId, day, ...rest };
};
const leaves = (animalId: string, day: string) => move(animalId, day, { leavesGroup: true });

const daysOf = (moves: ReturnType<typeof move>[], rest: object = {}) =>
  staysOf([{ ...exposure, ...rest }], moves, (id) => id !== 'wether')
    .map(({ femaleId, from, to }) => `${femaleId} ${from} ${to}`)
    .toSorted();

const whole = ['a 2026-10-01 2026-11-03', 'b 2026-10-01 2026-11-03'];

test('the days of each female with the males are all days of the exposure if she does not join or leave the group', () => {
  expect(daysOf([])).toEqual(whole);
  expect(daysOf([], { outDay: null })).toEqual(['a 2026-10-01 null', 'b 2026-10-01 null']);
  expect(daysOf([], { archivedAt: '2026-12-01T00:00:00.000Z' })).toEqual([]);
});

test('the days of each female with the males end when she leaves the group and begin when she joins it, more than once, in whatever order the moves come', () => {
  const moves = [leaves('a', '2026-10-10'), move('late', '2026-10-12'), move('a', '2026-10-20')];
  const days = ['a 2026-10-01 2026-10-10', 'a 2026-10-20 2026-11-03', whole[1], 'late 2026-10-12 2026-11-03'];
  expect(daysOf(moves)).toEqual(days);
  expect(daysOf(moves.toReversed())).toEqual(days);
});

test('the days of each female with the males are not changed by moves before and after the exposure, to places, in other groups, or of males', () => {
  const others = [
    leaves('a', '2026-09-30'),
    leaves('a', '2026-10-01'),
    leaves('b', '2026-11-04'),
    move('c', '2026-11-04'),
    move('c', '2026-10-05', { groupId: null, placeId: 'field' }),
    move('c', '2026-10-05', { groupId: 'other' }),
    move('wether', '2026-10-05'),
  ];
  expect(daysOf(others)).toEqual(whole);
  expect(daysOf([leaves('a', '2026-10-10')], { groupId: null })).toEqual(whole);
});

test('with one male each female gets one breeding record, of the day on which she came to him; with several males none', () => {
  const stays = staysOf([exposure], [move('late', '2026-10-12')], () => true);
  const record = (motherId: string, breedingDate: string) => ({ fatherId: 'ram', motherId, breedingDate });
  const all = [record('a', '2026-10-01'), record('b', '2026-10-01'), record('late', '2026-10-12')];
  expect(matingsToRecord(stays, [])).toEqual(all);
  expect(matingsToRecord(stays, all.slice(0, 2))).toEqual(all.slice(2));
  const ofTwo = staysOf([{ ...exposure, maleIds: ['ram', 'other'] }], [], () => true);
  expect(matingsToRecord(ofTwo, [])).toEqual([]);
});
