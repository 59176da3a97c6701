import fc from 'fast-check';
import { expect, test } from 'vitest';
import { animalStatuses, healthStatuses, speciesList } from './records/animals.ts';
import { matingStates } from './breeding/matings.ts';
import { addDays } from './values/dates.ts';
import { sum } from './performance/sum.ts';
import { healthShares, isWithin, pairCounts, speciesShares, validateRange } from './reports.ts';

const herd = fc.array(
  fc.record({
    species: fc.constantFrom(...speciesList),
    status: fc.constantFrom(...animalStatuses),
    healthStatus: fc.oneof(fc.constantFrom<string>(...healthStatuses), fc.constantFrom('', '6', 'lame')),
  }),
);

const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days));
const end = fc.option(day, { nil: undefined });
const range = fc.record({ from: end, to: end });
const matings = fc.array(
  fc.record({
    fatherId: fc.constantFrom('buck', 'ram', 'other'),
    motherId: fc.constantFrom('ada', 'bea', 'cleo'),
    breedingDate: day,
    state: fc.constantFrom(...matingStates, 'aborted', ''),
  }),
);

const flockOf = (counts: Readonly<Record<string, number>>, species: 'goat' | 'sheep' = 'sheep') =>
  Object.entries(counts).flatMap(([healthStatus, count]) =>
    Array.from({ length: count }, () => ({ status: 'active', species, healthStatus }) as const),
  );

test('whole percentages of equal shares are equal, also beside different others and in different charts', () => {
  const herd17 = [...flockOf({ 5: 3 }, 'goat'), ...flockOf({ 4: 7, 3: 7 })];
  expect(speciesShares(herd17).map(({ text }) => text)).toEqual(['18%', '82%']);
  expect(healthShares(herd17).map(({ text }) => text)).toEqual(['0%', '0%', '41%', '41%', '18%']);
});

test('whole percentages show neither 0% for one of many nor 100% for all but one', () => {
  const flock = flockOf({ 1: 1, 3: 880 });
  expect(healthShares(flock).map(({ text }) => text)).toEqual(['under 1%', '0%', 'over 99%', '0%', '0%']);
  expect(speciesShares(flock).map(({ text }) => text)).toEqual(['0%', '100%']);
});

test('the pie charts count every active animal once, and no others', () => {
  fc.assert(
    fc.property(herd, (animals) => {
      const active = animals.filter(({ status }) => status === 'active');
      for (const shares of [speciesShares(animals), healthShares(animals)])
        expect(sum(shares.map(({ count }) => count))).toBe(active.length);
      for (const { key, count } of speciesShares(animals))
        expect(count).toBe(active.filter(({ species }) => species === key).length);
      for (const { key, count } of healthShares(animals))
        expect(count).toBe(active.filter(({ healthStatus }) => healthStatus === key).length);
    }),
  );
});

test('the pie charts list the health scale from poor to excellent before other values, and are empty where no animal is active', () => {
  expect(healthShares(flockOf({ 6: 1, 5: 1, 1: 1, lame: 1 })).map(({ key }) => key)).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    'lame',
  ]);
  const gone = [{ species: 'goat', status: 'sold', healthStatus: '3' } as const];
  expect([...speciesShares(gone), ...healthShares(gone)]).toEqual([]);
});

test('the breeding pairs count every record of the range once, in one bar per pair', () => {
  fc.assert(
    fc.property(matings, range, (records, dates) => {
      const pairs = pairCounts(records, dates);
      const inRange = records.filter(({ breedingDate }) => isWithin(breedingDate, dates));
      expect(sum(pairs.map(({ total }) => total))).toBe(inRange.length);
      expect(new Set(pairs.map(({ fatherId, motherId }) => `${fatherId}×${motherId}`)).size).toBe(pairs.length);
      for (const pair of pairs) {
        const own = inRange.filter(({ fatherId, motherId }) => fatherId === pair.fatherId && motherId === pair.motherId);
        const of = (known: string) => own.filter(({ state }) => state === known).length;
        expect(pair.total).toBe(own.length);
        expect(pair.successful).toBe(of('successful'));
        expect(pair.unsuccessful).toBe(of('unsuccessful'));
        expect(pair.ended).toBe(of('ended'));
        expect(pair.pending).toBe(own.length - of('successful') - of('unsuccessful') - of('ended'));
      }
    }),
  );
});

test('the breeding pairs are sorted by the number of records and then by the last breeding date, independently of their order', () => {
  fc.assert(
    fc.property(matings, (records) => {
      const pairs = pairCounts(records, {});
      expect(pairCounts(records.toReversed(), {})).toEqual(pairs);
      expect(pairs.map(({ total }) => total)).toEqual(pairs.map(({ total }) => total).toSorted((a, b) => b - a));
    }),
  );
  const dates = Object.entries({ ada: '2026-01-01', bea: '2026-02-01' });
  const records = dates.map(([motherId, breedingDate]) => ({ fatherId: 'buck', motherId, breedingDate, state: 'pending' }));
  expect(pairCounts(records, {}).map(({ motherId }) => motherId)).toEqual(['bea', 'ada']);
});

test('a range of dates includes its first and last day, is open at an absent end and cannot end before it starts', () => {
  const days = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'];
  expect(days.filter((one) => isWithin(one, { from: '2026-03-01', to: '2026-03-31' }))).toEqual(['2026-03-01', '2026-03-31']);
  expect([isWithin('1980-01-01', { to: '2026-01-01' }), isWithin('2200-01-01', { from: '2026-01-01' })]).toEqual([true, true]);
  expect(validateRange({ from: '2026-03-02', to: '2026-03-01' })).toBe('The end date is before the start date');
  expect([{ from: '2026-03-01', to: '2026-03-01' }, { to: '2026-03-01' }].map(validateRange)).toEqual([undefined, undefined]);
});
