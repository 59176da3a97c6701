import { describe, expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { cyclesOf, returnWatches } from './heat-watch.ts';

const today = '2026-11-23';
const ewe = { id: 'ewe', sex: 'female' as const, species: 'sheep' as const, status: 'active' as const };
const doe = { ...ewe, id: 'doe', species: 'goat' as const };
const ago = (days: number) => addDays(today, -days);

const mated = (motherId: string, days: number) => ({ motherId, fatherId: 'male', breedingDate: ago(days) });
const event = (kind: 'heat' | 'birth' | 'abortion' | 'pregnancyCheck', days: number, rest: object = {}) => ({
  kind,
  animalId: 'ewe',
  day: ago(days),
  ...rest,
});
const watched = (known: object) =>
  returnWatches({ animals: [ewe, doe], matings: [], stays: [], events: [], ...known }, today).map(
    ({ animalId, from, to, ...rest }) => ({ animalId, days: [from, to], ...rest }),
  );

describe('a female is expected back in heat', () => {
  test('17 ± 2 days after the mating if a ewe, 21 ± 3 if a doe', () => {
    expect(watched({ matings: [mated('ewe', 16), mated('doe', 16)] })).toMatchObject([
      { animalId: 'ewe', days: [ago(1), ago(-3)], since: ago(16), isMated: true },
      { animalId: 'doe', days: [ago(-2), ago(-8)] },
    ]);
  });

  test.each([
    ['ewe', 7, false],
    ['ewe', 8, true],
    ['ewe', 19, true],
    ['ewe', 20, false],
    ['doe', 10, false],
    ['doe', 11, true],
    ['doe', 24, true],
    ['doe', 25, false],
  ])('is shown a week ahead and until the last day: %s after %i days: %s', (id, days, isShown) => {
    expect(watched({ matings: [mated(id, days)] }).length).toBe(isShown ? 1 : 0);
  });

  test('after a heat without a mating too, which says nothing about a pregnancy', () => {
    expect(watched({ events: [event('heat', 16)] })).toMatchObject([{ isMated: false, returns: 0 }]);
    expect(watched({ events: [event('heat', 16, { colour: 'Red' })] })).toMatchObject([{ isMated: true }]);
  });

  test('no longer after a check, a loss or a birth, or when she has left', () => {
    for (const kind of ['pregnancyCheck', 'abortion', 'birth'] as const)
      expect(watched({ matings: [mated('ewe', 16)], events: [event(kind, 2)] })).toEqual([]);
    expect(watched({ animals: [{ ...ewe, status: 'sold' }], matings: [mated('ewe', 16)] })).toEqual([]);
  });

  test('by her marks, not by the day on which she came to the male', () => {
    const stays = [{ exposureId: 'x', maleIds: ['male'], femaleId: 'ewe', from: ago(16), to: null }];
    expect(watched({ matings: [mated('ewe', 16)], stays })).toEqual([]);
    expect(watched({ matings: [mated('ewe', 16)], stays, events: [event('heat', 12)] })).toMatchObject([
      { since: ago(12), isMated: true },
    ]);
  });

  test('again when she was marked again, with the number of returns', () => {
    expect(watched({ events: [event('heat', 34), event('heat', 33), event('heat', 16), event('heat', 15)] })).toMatchObject([
      { since: ago(15), returns: 1 },
    ]);
  });
});

test('marks a few days apart belong to one heat, those of the next cycle to another', () => {
  expect(cyclesOf([], 'sheep')).toBe(0);
  expect(cyclesOf([ago(3), ago(1), ago(2)], 'sheep')).toBe(1);
  expect(cyclesOf([ago(20), ago(3)], 'sheep')).toBe(2);
  expect(cyclesOf([ago(18), ago(3)], 'goat')).toBe(1);
  expect(cyclesOf([ago(24), ago(3)], 'goat')).toBe(2);
});
