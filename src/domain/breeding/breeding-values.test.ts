import { expect, test } from 'vitest';
import { latestValues, parseAccuracy, parseBreedingValue, readHeading, signed, suppliedTraitLabel } from './breeding-values.ts';

test.each([
  ['WWT', 'WWT', false, false],
  ['PWEC', 'PWEC', false, true],
  ['WWT (kg)', 'WWT', false, false],
  ['EBV_WWT', 'WWT', false, true],
  ['YWT ASBV', 'YWT', false, true],
  ['ACC_WWT', 'WWT', true, true],
  ['WWT Acc. %', 'WWT', true, true],
  ['WWTACC', 'WWT', true, true],
  ['Accuracy', null, true, false],
  ['US Hair Index', 'USA Hair Index', false, true],
  ['SRC$ Index', 'SRC$ Index', false, true],
  ['MCP+', 'MCP+', false, true],
  ['Index: MCP+', 'MCP+', false, true],
  ['Index - MCP+ (LAMBPLAN)', 'MCP+', false, true],
  ['MCPIndex', 'MCP', false, true],
  ['Carcase Plus Index', 'Carcass Plus', false, true],
  ['Index: Carcase+', 'Carcass+', false, true],
  ['DP+ index', 'DP+', false, true],
  ['US Western Range Index', 'USA Range Index', false, true],
  ['USA_MATERNAL_INDEX', 'USA Maternal Index', false, true],
  ['Index Accuracy', null, true, false],
  ['Index: Hill', 'Hill Index', false, false],
  ['Terminal Sire Index', 'Terminal Sire Index', false, false],
  ['Index', null, false, false],
  ['Temperament EBV', 'Temperament', false, true],
  ['Flock', 'Flock', false, false],
])('the heading %s is read', (heading, trait, isAccuracy, isCertain) => {
  expect(readHeading(heading)).toMatchObject({ trait, isAccuracy, isCertain });
});

test('values are read with a point or a comma and a sign, and nothing else is', () => {
  const texts = ['1.25', '-0,4', '−.5', '+2', ' 112.3 ', '12 kg', '£2.44', '-$3'];
  expect(texts.map(parseBreedingValue)).toEqual([1.25, -0.4, -0.5, 2, 112.3, 12, 2.44, -3]);
  expect(['1e5', '=1+1', '1.234,5', 'high', '100001'].map(parseBreedingValue).filter((value) => value !== undefined)).toEqual([]);
});

test('accuracies are percentages, even if they are written as fractions', () => {
  expect(['74', '74%', '0,74', '1', '0', '1%'].map(parseAccuracy)).toEqual([74, 74, 74, 100, 0, 1]);
  expect(['101', '-3', 'x'].map(parseAccuracy).filter((value) => value !== undefined)).toEqual([]);
});

type Analysis = readonly [day: string, source: string | null, values: object, createdAt?: string];
const latestOf = (...analyses: readonly Analysis[]) =>
  latestValues(
    analyses.map(([day, source, values, createdAt = 'a']) => {
      const found = Object.entries(values).map(([trait, value]) => ({ trait, value: Number(value), accuracy: null }));
      return { animalId: 'x', day, createdAt, source, values: found };
    }),
  );

test('the latest analysis of each trait counts, and the previous value is kept beside it', () => {
  const latest = latestOf(
    ['2026-03-01', 'NSIP', { WWT: 1, NLB: 3 }],
    ['2026-06-01', 'NSIP', { WWT: 2 }],
    ['2026-06-01', 'NSIP', { WWT: 2.5 }, 'b'],
  );
  const said = latest.map(({ trait, value, day, before }) => `${trait} ${value} ${day}, before ${before}`);
  expect(said).toEqual(['WWT 2.5 2026-06-01, before 1', 'NLB 3 2026-03-01, before null']);
  expect([1.2, -0.3, 0, 104].map(signed)).toEqual(['+1.2', '−0.3', '0', '104']);
});

test('the values of two suppliers stand beside each other, each with the one before it', () => {
  const nsip: Analysis[] = [
    ['2025-09-01', 'NSIP', { WWT: 1 }],
    ['2026-03-01', 'NSIP', { WWT: 2 }],
  ];
  const latest = latestOf(...nsip, ['2026-06-01', 'LAMBPLAN', { WWT: 5 }], ['2026-07-01', null, { WWT: 7 }]);
  const said = latest.map(({ source, value, day, before }) => `${source} ${value} ${day}, before ${before}`);
  expect(said).toEqual(['null 7 2026-07-01, before null', 'LAMBPLAN 5 2026-06-01, before null', 'NSIP 2 2026-03-01, before 1']);
  expect(latest.map((each) => suppliedTraitLabel(each, latest))).toEqual(['WWT (other)', 'WWT (LAMBPLAN)', 'WWT (NSIP)']);
  expect(suppliedTraitLabel(latest[0]!, latest.slice(0, 1))).toBe('WWT');
});
