import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { animalStatuses, healthStatuses, speciesList } from './records/animals.ts';
import { breedingOutcomes } from './records/breeding.ts';
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
const range = fc.record({ from: fc.option(day, { nil: undefined }), to: fc.option(day, { nil: undefined }) });
const matings = fc.array(
  fc.record({
    fatherId: fc.constantFrom('buck', 'ram', 'other'),
    motherId: fc.constantFrom('ada', 'bea', 'cleo'),
    breedingDate: day,
    outcome: fc.constantFrom(...breedingOutcomes, 'aborted', ''),
  }),
);

describe('whole percentages', () => {
  test('of equal shares are equal, also beside different others and in different charts', () => {
    const animal = (species: 'goat' | 'sheep', healthStatus: string) => ({ status: 'active', species, healthStatus }) as const;
    const herd17 = [
      ...Array.from({ length: 3 }, () => animal('goat', '5')),
      ...Array.from({ length: 7 }, () => animal('sheep', '4')),
      ...Array.from({ length: 7 }, () => animal('sheep', '3')),
    ];
    expect(speciesShares(herd17).map(({ text }) => text)).toEqual(['18%', '82%']);
    expect(healthShares(herd17).map(({ text }) => text)).toEqual(['0%', '0%', '41%', '41%', '18%']);
  });

  test('show neither 0% for one of many nor 100% for all but one', () => {
    const animal = { status: 'active', species: 'sheep' } as const;
    const flock = [{ ...animal, healthStatus: '1' }, ...Array.from({ length: 880 }, () => ({ ...animal, healthStatus: '3' }))];
    const texts = new Map(healthShares(flock).map(({ key, text }) => [key, text]));
    expect([texts.get('1'), texts.get('2'), texts.get('3')]).toEqual(['under 1%', '0%', 'over 99%']);
    expect(speciesShares(flock).map(({ text }) => text)).toEqual(['0%', '100%']);
  });
});

describe('the pie charts', () => {
  test('count every active animal once, and no others', () => {
    fc.assert(
      fc.property(herd, (animals) => {
        const active = animals.filter(({ status }) => status === 'active');
        for (const shares of [speciesShares(animals), healthShares(animals)]) {
          expect(shares.reduce((total, { count }) => total + count, 0)).toBe(active.length);
        }
        for (const { key, count } of speciesShares(animals)) {
          expect(count).toBe(active.filter(({ species }) => species === key).length);
        }
        for (const { key, count } of healthShares(animals)) {
          expect(count).toBe(active.filter(({ healthStatus }) => healthStatus === key).length);
        }
      }),
    );
  });

  test('list goats and sheep, and the health scale from poor to excellent before other values', () => {
    const animals = ['6', '5', '1', 'lame'].map((healthStatus) => ({ species: 'goat', status: 'active', healthStatus }) as const);
    expect(speciesShares(animals).map(({ key, percent }) => [key, percent])).toEqual([
      ['goat', 100],
      ['sheep', 0],
    ]);
    expect(healthShares(animals).map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', 'lame']);
  });

  test('are empty where no animal is active', () => {
    const gone = [{ species: 'goat', status: 'sold', healthStatus: '3' } as const];
    expect(speciesShares(gone)).toEqual([]);
    expect(healthShares(gone)).toEqual([]);
  });
});

describe('the breeding pairs', () => {
  test('count every record of the range once, in one bar per pair', () => {
    fc.assert(
      fc.property(matings, range, (records, dates) => {
        const pairs = pairCounts(records, dates);
        const inRange = records.filter(({ breedingDate }) => isWithin(breedingDate, dates));
        expect(sum(pairs.map(({ total }) => total))).toBe(inRange.length);
        expect(new Set(pairs.map(({ fatherId, motherId }) => `${fatherId}×${motherId}`)).size).toBe(pairs.length);
        for (const pair of pairs) {
          const own = inRange.filter(({ fatherId, motherId }) => fatherId === pair.fatherId && motherId === pair.motherId);
          const of = (known: string) => own.filter(({ outcome }) => outcome === known).length;
          expect(pair.total).toBe(own.length);
          expect(pair.successful).toBe(of('successful'));
          expect(pair.unsuccessful).toBe(of('unsuccessful'));
          expect(pair.pending).toBe(own.length - of('successful') - of('unsuccessful'));
        }
      }),
    );
  });

  test('are sorted by the number of records, independently of their order', () => {
    fc.assert(
      fc.property(matings, (records) => {
        const pairs = pairCounts(records, {});
        expect(pairCounts(records.toReversed(), {})).toEqual(pairs);
        expect(pairs.map(({ total }) => total)).toEqual(pairs.map(({ total }) => total).toSorted((a, b) => b - a));
      }),
    );
  });

  test('with equally many records are sorted by the last breeding date', () => {
    const mating = (motherId: string, breedingDate: string) => ({ fatherId: 'buck', motherId, breedingDate, outcome: 'pending' });
    const pairs = pairCounts([mating('ada', '2026-01-01'), mating('bea', '2026-02-01')], {});
    expect(pairs.map(({ motherId }) => motherId)).toEqual(['bea', 'ada']);
  });
});

describe('a range of dates', () => {
  test('includes its first and last day and nothing beyond', () => {
    const dates = { from: '2026-03-01', to: '2026-03-31' };
    const days = ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'];
    expect(days.filter((one) => isWithin(one, dates))).toEqual(['2026-03-01', '2026-03-31']);
  });

  test('is open at an absent end', () => {
    expect(isWithin('1980-01-01', { to: '2026-01-01' })).toBe(true);
    expect(isWithin('2200-01-01', { from: '2026-01-01' })).toBe(true);
    expect(isWithin('2026-01-01', {})).toBe(true);
  });

  test('cannot end before it starts, and may be one day', () => {
    expect(validateRange({ from: '2026-03-02', to: '2026-03-01' })).toBe('The end date is before the start date');
    expect(validateRange({ from: '2026-03-01', to: '2026-03-01' })).toBeUndefined();
    expect(validateRange({ to: '2026-03-01' })).toBeUndefined();
  });
});
