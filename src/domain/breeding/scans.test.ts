import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { emptyFemales } from './scans.ts';

const today = '2026-11-23';
const ago = (days: number) => addDays(today, -days);
const ewe = { id: 'ewe', sex: 'female' as const, status: 'active' as const };
const event = (kind: 'heat' | 'birth' | 'pregnancyCheck', days: number, result?: string) => ({
  kind,
  animalId: 'ewe',
  day: ago(days),
  createdAt: '2026-11-23T08:00:00.000Z',
  ...(result !== undefined && { result }),
});
const empty = (known: object) =>
  emptyFemales({ animals: [ewe], matings: [], stays: [], events: [event('pregnancyCheck', 10, 'open')], ...known }, today);
const mated = (days: number) => ({ motherId: 'ewe', breedingDate: ago(days) });

test('a female whose last check found her empty is listed, with the day of the check', () => {
  expect(empty({ matings: [mated(60)] })).toEqual([{ animalId: 'ewe', day: ago(10) }]);
});

test.each([
  ['a later check', { events: [event('pregnancyCheck', 10, 'open'), event('pregnancyCheck', 2, 'pregnant')] }],
  ['a later heat', { events: [event('pregnancyCheck', 10, 'open'), event('heat', 2)] }],
  ['a later mating', { matings: [mated(5)] }],
  ['a male since then', { stays: [{ exposureId: 'x', maleIds: ['ram'], femaleId: 'ewe', from: ago(5), to: null }] }],
  ['she has left', { animals: [{ ...ewe, status: 'sold' }] }],
  ['it is of an earlier season', { events: [event('pregnancyCheck', 200, 'open')] }],
])('she is listed no longer: %s', (_, known) => {
  expect(empty(known)).toEqual([]);
});
