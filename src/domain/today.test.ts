import { expect, test } from 'vitest';
import { addDays } from './dates.ts';
import { pregnancies } from './due-births.ts';
import { tasksOf } from './today.ts';

const today = '2027-02-25';
const on = (days: number) => addDays(today, days);

const animal = (id: string, status: 'active' | 'sold' = 'active') => ({
  id,
  sex: 'female' as const,
  status,
  species: 'sheep' as const,
  motherId: null,
  birthDate: null,
});

const state = (animalId: string, rest: object = {}) => ({ animalId, withdrawals: [], nextDue: null, ...rest });
const booster = (days: number, label = 'CD&T') => ({ nextDue: { kind: 'vaccination' as const, label, day: on(days) } });

const tasks = (sources: Partial<Parameters<typeof tasksOf>[0]>) =>
  tasksOf({ animals: ['a', 'b', 'c'].map((id) => animal(id)), states: [], expected: [], ...sources }, today);

const mated = (motherId: string, day: number) => ({
  id: `${motherId} ${day}`,
  motherId,
  fatherId: 'ram',
  breedingDate: on(-day),
  expectedDueDate: null,
  outcome: 'pending' as const,
});

const expectedOf = (...days: readonly (readonly [string, number])[]) =>
  pregnancies(
    { animals: ['a', 'b', 'c'].map((id) => animal(id)), matings: days.map(([id, day]) => mated(id, day)), events: [] },
    today,
  );

test('nothing is due on a quiet day', () => {
  expect(tasks({ expected: expectedOf(['a', 100]), states: [state('a', booster(8))] })).toEqual([]);
});

test('births stand under what they are: overdue, today, and by day in this week', () => {
  const found = tasks({ expected: expectedOf(['a', 155], ['b', 148], ['c', 144]) });
  expect(found).toMatchObject([
    { kind: 'birth', part: 'overdue', animalIds: ['a'] },
    { kind: 'birth', part: 'today', animalIds: ['b'] },
    { kind: 'birth', part: 'week', day: on(3), animalIds: ['c'] },
  ]);
});

test('boosters of one medicine on one day are one task; those of animals that have left and of last year are none', () => {
  const states = [state('a', booster(0)), state('b', booster(0)), state('c', booster(-2)), state('gone', booster(0))];
  const found = tasks({ animals: [...['a', 'b', 'c'].map((id) => animal(id)), animal('gone', 'sold')], states });
  expect(found).toMatchObject([
    { part: 'overdue', day: on(-2), animalIds: ['c'] },
    { part: 'today', label: 'CD&T', animalIds: ['a', 'b'] },
  ]);
  expect(tasks({ states: [state('a', booster(-91))] })).toEqual([]);
});

test('the end of a withdrawal is told from the day on which the product is clear, for a week ahead, and not afterwards', () => {
  const ends = (days: number | null) => ({
    withdrawals: [{ product: 'milk' as const, clearOn: days === null ? null : on(days) }],
  });
  expect(tasks({ states: [state('a', ends(0)), state('b', ends(7)), state('c', ends(8))] })).toMatchObject([
    { kind: 'withdrawalEnd', part: 'today', product: 'milk', animalIds: ['a'] },
    { kind: 'withdrawalEnd', part: 'week', day: on(7), animalIds: ['b'] },
  ]);
  expect(tasks({ states: [state('a', ends(-1)), state('b', ends(null))] })).toEqual([]);
});

test('females are scanned between the 35th and the 60th day, all at once', () => {
  expect(tasks({ expected: expectedOf(['a', 35], ['b', 60], ['c', 61]) })).toMatchObject([
    { kind: 'pregnancyCheck', part: 'today', animalIds: ['b', 'a'] },
  ]);
  expect(tasks({ expected: expectedOf(['a', 34]) })).toEqual([]);
});
