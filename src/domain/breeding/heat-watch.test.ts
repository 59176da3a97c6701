import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { cyclesOf, returnWatches } from './heat-watch.ts';

const today = '2026-11-23';
const ewe = { id: 'ewe', sex: 'female' as const, species: 'sheep' as const, status: 'active' as const };
const doe = { ...ewe, id: 'doe', species: 'goat' as const };
const ago = (days: number) => addDays(today, -days);

const mated = (motherId: string, days: number) => ({ motherId, fatherId: 'male', breedingDate: ago(days) });
const event = (kind: 'heat' | 'birth' | 'abortion' | 'pregnancyCheck', days: number, rest: object = {}) => {
  const head = { animalId: 'ewe', day: ago(days) };
  return { kind, ...head, ...rest };
};
const watched = (known: object) =>
  returnWatches({ animals: [ewe, doe], matings: [], stays: [], events: [], ...known }, today).map(
    ({ animalId, from, to, ...rest }) => ({ animalId, days: [from, to], ...rest }),
  );

test('a female is expected back in heat 17 ± 2 days after the mating if a ewe, 21 ± 3 if a doe', () => {
  expect(watched({ matings: [mated('ewe', 16), mated('doe', 16)] })).toMatchObject([
    { animalId: 'ewe', days: [ago(1), ago(-3)], since: ago(16), isMated: true },
    { animalId: 'doe', days: [ago(-2), ago(-8)] },
  ]);
});

test.each([
  ['ewe', 8, 19],
  ['doe', 11, 24],
])(
  'a female is expected back in heat, and shown a week ahead until the last day: %s from %i to %i days after',
  (id, first, last) => {
    const shown = [first - 1, first, last, last + 1].map((days) => watched({ matings: [mated(id, days)] }).length);
    expect(shown).toEqual([0, 1, 1, 0]);
  },
);

test('a female is expected back in heat after a heat without a mating too, which says nothing about a pregnancy', () => {
  expect(watched({ events: [event('heat', 16)] })).toMatchObject([{ isMated: false, returns: 0 }]);
  expect(watched({ events: [event('heat', 16, { colour: 'Red' })] })).toMatchObject([{ isMated: true }]);
});

test('a female is no longer expected back in heat after a check, a loss or a birth, or when she has left', () => {
  for (const kind of ['pregnancyCheck', 'abortion', 'birth'] as const)
    expect(watched({ matings: [mated('ewe', 16)], events: [event(kind, 2)] })).toEqual([]);
  expect(watched({ animals: [{ ...ewe, status: 'sold' }], matings: [mated('ewe', 16)] })).toEqual([]);
});

test('a female is expected back in heat by her marks, not by the day on which she came to the male', () => {
  const stays = [{ exposureId: 'x', maleIds: ['male'], femaleId: 'ewe', from: ago(16), to: null }];
  expect(watched({ matings: [mated('ewe', 16)], stays })).toEqual([]);
  const marked = watched({ matings: [mated('ewe', 16)], stays, events: [event('heat', 12)] });
  expect(marked).toMatchObject([{ since: ago(12), isMated: true }]);
});

test('a female is expected back in heat again when she was marked again, with the number of returns', () => {
  const events = [34, 33, 16, 15].map((days) => event('heat', days));
  expect(watched({ events })).toMatchObject([{ since: ago(15), returns: 1 }]);
});

test('marks a few days apart belong to one heat, those of the next cycle to another', () => {
  const sheep = [[], [3, 1, 2], [20, 3]].map((days) => cyclesOf(days.map(ago), 'sheep'));
  const goats = [
    [18, 3],
    [24, 3],
  ].map((days) => cyclesOf(days.map(ago), 'goat'));
  expect([...sheep, ...goats]).toEqual([0, 1, 2, 1, 2]);
});
