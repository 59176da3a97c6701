import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { addWeight, gainOf, type Weight } from './growth.ts';

const weight = (day: string, grams: number): Weight => ({ day, grams });

test.each([
  ['', undefined],
  ['05-01 9000', undefined],
  ['05-01 9000, 05-02 9100', { gramsPerDay: 100, days: 1 }],
  ['05-01 9000, 05-15 12000', { gramsPerDay: 214, days: 14 }],
  ['05-01 9000, 05-15 11000, 05-28 14000', { gramsPerDay: 185, days: 27 }],
  ['05-01 9000, 05-15 11000, 05-29 14000', { gramsPerDay: 214, days: 14 }],
  ['05-01 9000, 05-03 9050, 05-10 10000', { gramsPerDay: 111, days: 9 }],
  ['02-20 9000, 03-06 9000', { gramsPerDay: 0, days: 14 }],
  ['05-01 9000, 05-31 8990', { gramsPerDay: 0, days: 30 }],
  ['05-01 9000, 05-31 8000', { gramsPerDay: -33, days: 30 }],
])('the gain of %j is %j', (text, gain) => {
  const weights = text.split(', ').map((each) => weight(`2026-${each.slice(0, 5)}`, Number(each.slice(6))));
  expect(gainOf(text === '' ? [] : weights)).toStrictEqual(gain);
});

test('two weights of one day give no gain, and the later one counts', () => {
  const weights = [weight('2026-05-01', 9000), weight('2026-05-01', 9500)].reduce(addWeight, [] as readonly Weight[]);
  expect(weights).toEqual([weight('2026-05-01', 9500)]);
  expect(gainOf(weights)).toBeUndefined();
});

test('an estimate is the last weight until the next, but in no gain and in the place of no measured weight', () => {
  const guess = (day: string, grams: number): Weight => ({ ...weight(day, grams), isEstimate: true });
  const until = (...weights: Weight[]) => weights.reduce(addWeight, [] as readonly Weight[]);
  const [first, last] = [weight('2026-05-01', 9000), weight('2026-05-31', 12_000)];
  expect(until(guess('2026-05-01', 8000), first, guess('2026-05-01', 8000))).toEqual([first]);
  const guessed = until(first, last, guess('2026-06-02', 20_000), guess('2026-06-03', 21_000));
  expect(guessed).toEqual([first, last, guess('2026-06-03', 21_000)]);
  expect(gainOf(guessed)).toEqual({ gramsPerDay: 100, days: 30 });
  expect(addWeight(guessed, weight('2026-06-04', 12_400))).toEqual([first, last, weight('2026-06-04', 12_400)]);
});

const anyWeights = fc
  .array(fc.tuple(fc.nat(120), fc.integer({ min: 1, max: 90_000 })), { minLength: 1, maxLength: 40 })
  .map((pairs) => pairs.toSorted(([a], [b]) => a - b).map(([days, grams]) => weight(addDays('2026-01-01', days), grams)));

test('the weights that remain are few, and give the same gain as all of them', () => {
  fc.assert(
    fc.property(anyWeights, (weights) => {
      const remaining = weights.reduce(addWeight, [] as readonly Weight[]);
      const lastOfEachDay = [...new Map(weights.map((each) => [each.day, each])).values()];
      expect(gainOf(remaining)).toEqual(gainOf(lastOfEachDay));
      expect(remaining.filter(({ day }) => day <= addDays(remaining.at(-1)?.day ?? '', -14)).length).toBeLessThanOrEqual(1);
      expect(remaining.length).toBeLessThanOrEqual(15);
    }),
  );
});
