import { expect, test } from 'vitest';
import { birthChecksOf, lateAfterBirth } from './birth-checks.ts';

const tick = (animalId: string, check: string) => ({ animalId, check });
const ticked = [tick('a', 'navel'), tick('a', 'Navel'), tick('b', 'Colostrum'), tick('a', 'A name of before')];

test('a check is done by each tick of this animal with its name, in any spelling, and renamed ones are open', () => {
  const checks = birthChecksOf(['NAVEL', 'Navel', 'Colostrum'], 'a', ticked);
  expect(checks.map(({ name, done }) => `${name} ${done.length}`)).toEqual(['Navel 2', 'Colostrum 0']);
  expect(birthChecksOf([], 'a', ticked)).toEqual([]);
});

const at = (text: string) => new Date(text);
const recorded = (text: string) => at(text).toISOString();

test.each([
  ['in the first hours', '05:00', '2027-02-25T05:05', '2027-02-25T07:59', undefined],
  ['from the third hour', '05:00', '2027-02-25T05:05', '2027-02-25T08:00', '3 hours'],
  ['past midnight', '22:30', '2027-02-25T22:40', '2027-02-26T04:30', '6 hours'],
  ['on the second day', '05:00', '2027-02-25T05:05', '2027-02-26T06:00', '1 day'],
  ['without a time, from when it was recorded that day', null, '2027-02-25T05:00', '2027-02-25T09:00', '4 hours'],
  ['without a time, recorded on the next day, by days', null, '2027-02-26T05:00', '2027-02-26T05:01', '1 day'],
  ['a time that is still to come', '09:00', '2027-02-25T05:00', '2027-02-25T05:00', undefined],
  ['after days', null, '2027-02-25T05:00', '2027-02-28T05:00', '3 days'],
])('how long checks are open is said %s', (_, time, createdAt, now, said) => {
  expect(lateAfterBirth({ day: '2027-02-25', time, createdAt: recorded(createdAt) }, at(now))).toBe(said);
});
