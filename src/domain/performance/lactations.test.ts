import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../values/dates.ts';
import { expectedMl, gramsOfMilk, isFarBeyond, milkRecords } from './lactations.ts';

const born = '2026-01-01';
const on = (day: number): string => addDays(born, day);
type Test = readonly [day: number, ml: number];
/** `30 3000` is a test day with 3000 ml, 30 days after the birth. */
const read = (text: string) => text.split(', ').map((each) => each.split(' ').map(Number) as unknown as Test);
const milk = (tests: readonly Test[]) => tests.map(([day, amountMl]) => ({ animalId: 'doe', day: on(day), amountMl }));

const recordOf = (tests: readonly Test[], { births = [0], driedOff = [] as number[] } = {}) =>
  milkRecords({
    births: births.map((day) => ({ damId: 'doe', day: on(day) })),
    milkings: milk(tests),
    driedOff: driedOff.map((day) => ({ animalId: 'doe', day: on(day) })),
  }).get('doe');

const yieldsOf = (...given: Parameters<typeof recordOf>) =>
  recordOf(...given)?.lactations.map(({ standard, whole }) => ({ standard, whole }));

test('the yield to the day she was dried off: 30 × 3000 + 30 × 3500 + 30 × 3000 + 15 × 2000', () => {
  const tests = read('30 3000, 60 4000, 90 2000');
  expect(yieldsOf(tests, { driedOff: [105] })).toEqual([{ standard: { days: 105, ml: 315_000 }, whole: null }]);
  // Still in milk: nothing is said of the days after the last test day.
  expect(yieldsOf(tests)).toEqual([{ standard: { days: 90, ml: 285_000 }, whole: null }]);
});

test('milkings of one day are one test day, which says nothing of a lactation, and milk before a known birth is of none', () => {
  const twice = read('30 1800, 30 1200');
  expect(recordOf(twice)?.lactations[0]?.tests).toEqual([{ day: on(30), ml: 3000 }]);
  expect(yieldsOf(twice, { driedOff: [200] })).toEqual([{ standard: null, whole: null }]);
  expect(recordOf(twice, { births: [] })).toEqual({ lactations: [], withoutBirth: [{ day: on(30), ml: 3000 }] });
  expect(milkRecords({ births: [{ damId: 'doe', day: born }], milkings: [], driedOff: [] }).size).toBe(0);
});

test('a birth begins the next lactation, and milk after she was said to be dry says that she was not', () => {
  const tests = read('-5 900, 30 3000, 60 3000, 400 2000, 410 2000');
  const record = recordOf(tests, { births: [0, 380], driedOff: [50, 340] });
  expect(record?.withoutBirth).toEqual([{ day: on(-5), ml: 900 }]);
  expect(record?.lactations.map(({ number, driedOff, standard }) => [number, driedOff, standard])).toEqual([
    [1, on(340), { days: 305, ml: 305 * 3000 }],
    [2, null, { days: 30, ml: 60_000 }],
  ]);
});

test('equals the sum of half days, each with the yield of the nearest test day', () => {
  const anyTests = fc.uniqueArray(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 9000 })), {
    minLength: 2,
    maxLength: 14,
    selector: ([day]) => day,
  });
  fc.assert(
    fc.property(anyTests, fc.nat(60), (tests, dryAfter) => {
      const end = Math.max(...tests.map(([day]) => day)) + dryAfter;
      const sumTo = (days: number): number => {
        let sum = 0;
        for (let half = 0; half < 2 * days; half += 1) {
          const middle = half / 2 + 0.25;
          const nearest = tests.reduce((a, b) => (Math.abs(b[0] - middle) < Math.abs(a[0] - middle) ? b : a));
          sum += nearest[1] / 2;
        }
        return sum;
      };
      const [found] = yieldsOf(tests, { driedOff: [end] }) ?? [];
      const days = Math.min(end, 305);
      expect(found?.standard?.days).toBe(days);
      expect(found?.standard?.ml).toBeCloseTo(sumTo(days), 6);
      if (end > 305) expect(found?.whole?.ml).toBeCloseTo(sumTo(end), 6);
      else expect(found?.whole).toBeNull();
      expect(daysBetween(born, on(end))).toBe(end);
    }),
  );
});

test('a test day is expected between those around it, within its lactation', () => {
  const tests = milk(read('-20 500, 30 3000, 60 2000'));
  const expected = (day: number) => expectedMl(tests, [born], on(day));
  expect([expected(45), expected(70), expected(5), expected(200), expected(-10)]).toEqual([2500, 2000, 3000, undefined, 500]);
  expect(expectedMl(milk([[30, 3000]]), [], on(30))).toBeUndefined();
});

test('more than 12 pounds above what was expected is far beyond', () => {
  // 12 lb are 5443.1 g, and 5284.6 ml of milk.
  expect(gramsOfMilk(1000)).toBe(1030);
  expect([isFarBeyond(7284, 2000), isFarBeyond(7285, 2000), isFarBeyond(100, 9000)]).toEqual([false, true, false]);
});
