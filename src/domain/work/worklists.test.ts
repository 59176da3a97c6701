import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../values/dates.ts';
import { doubtWeight, gainBetween, progressOf } from './worklists.ts';

const entry = (animalId: string, at = 1, id = `${animalId} ${at}`) => ({ id, animalId, createdAt: new Date(at).toISOString() });
const everyoneIsHere = () => true;

test('the expected animals are fixed when the list begins: others are unexpected, and those not entered are missing while they are on the farm', () => {
  const progress = progressOf({ animalIds: ['a', 'b', 'c', 'd'] }, [entry('b'), entry('x', 2)], everyoneIsHere);
  expect(progress).toMatchObject({ expected: 4, done: 1, missing: ['a', 'c', 'd'], unexpected: ['x'] });
  expect(progressOf({ animalIds: ['a', 'b'] }, [], (id) => id === 'a')).toMatchObject({ expected: 2, done: 0, missing: ['a'] });
});

test('two phones that enter one animal count it once: the later entry counts, and the earlier one is shown', () => {
  const [first, second] = [entry('a', 1, 'of one phone'), entry('a', 2, 'of the other')];
  const progress = progressOf({ animalIds: ['a', 'b'] }, [second, first], everyoneIsHere);
  expect(progress).toMatchObject({ done: 1, missing: ['b'], repeated: [first] });
  expect(progress.entries.get('a')).toBe(second);
});

test('every phone counts the same, in whatever order the entries arrive', () => {
  const anyEntry = fc.record({ animalId: fc.constantFrom('a', 'b', 'c', 'd'), at: fc.nat(5), id: fc.uuid() });
  const entries = fc
    .uniqueArray(anyEntry, { selector: ({ id }) => id })
    .map((all) => all.map((each) => entry(each.animalId, each.at, each.id)));
  fc.assert(
    fc.property(entries, fc.integer(), (all, seed) => {
      const other = all.toSorted((x, y) => (((x.id.codePointAt(3) ?? 0) * seed) % 7) - (((y.id.codePointAt(3) ?? 0) * seed) % 7));
      const [one, two] = [all, other].map((each) => progressOf({ animalIds: ['a', 'b', 'c'] }, each, everyoneIsHere));
      expect({ ...two, entries: [...(two?.entries ?? [])] }).toEqual({ ...one, entries: [...(one?.entries ?? [])] });
      expect((one?.done ?? 0) + (one?.missing.length ?? 0)).toBe(3);
      expect((one?.entries.size ?? 0) + (one?.repeated.length ?? 0)).toBe(all.length);
    }),
  );
});

const day = '2026-11-22';
const before = (days: number, grams = 40_000) => ({ grams, day: addDays(day, -days) });

test.each([
  ['a fifth less than a fortnight ago', 32_000, before(14), { percent: 20, isLess: true, days: 14 }],
  ['less than a fifth', 32_001, before(14), undefined],
  ['a fifth less than fifteen days ago, as after a birth', 32_000, before(15), undefined],
  ['a third less than last month', 28_000, before(60), { percent: 30, isLess: true, days: 60 }],
  ['a third less than in spring', 28_000, before(61), undefined],
  ['half of what it was in spring', 20_000, before(200), { percent: 50, isLess: true, days: 200 }],
  ['ten times as much, as when the point was forgotten', 400_000, before(30), { percent: 900, isLess: false, days: 30 }],
  ['twice as much as a lamb has after two weeks', 9000, before(14, 4500), undefined],
  ['a first weight', 1000, undefined, undefined],
  ['an earlier day than that of the known weight', 1000, before(-1), undefined],
])('a weight that can hardly be is asked about: %s', (_, grams, known, doubt) => {
  expect(doubtWeight({ grams, day }, known)).toEqual(doubt);
});

test('a gain is given per day, and not between weights of the same day, nor from or of an estimate', () => {
  const gains = [41_814, 40_000].map((grams) => gainBetween(before(10), { grams, day }));
  const without = [before(0), undefined, { ...before(10), isEstimate: true }].map((known) =>
    gainBetween(known, { grams: 41_000, day }),
  );
  const ofEstimate = gainBetween(before(10), { grams: 41_000, day, isEstimate: true });
  expect([...gains, ...without, ofEstimate]).toEqual([181.4, 0, undefined, undefined, undefined, undefined]);
});
