import { expect, test } from 'vitest';
import { latestValues, parseAccuracy, parseBreedingValue, readHeading, signed } from './breeding-values.ts';

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
  ['Temperament EBV', 'Temperament', false, true],
  ['Flock', 'Flock', false, false],
])('the heading %s is read', (heading, trait, isAccuracy, isCertain) => {
  expect(readHeading(heading)).toMatchObject({ trait, isAccuracy, isCertain });
});

test('values are read with a point or a comma and a sign, and nothing else is', () => {
  expect(
    ['1.25', '-0,4', '−.5', '+2', ' 112.3 ', '12 kg', '1e5', '=1+1', '1.234,5', 'high', '100001'].map(parseBreedingValue),
  ).toEqual([1.25, -0.4, -0.5, 2, 112.3, 12, undefined, undefined, undefined, undefined, undefined]);
});

test('accuracies are percentages, even if they are written as fractions', () => {
  expect(['74', '74%', '0,74', '1', '0', '1%', '101', '-3', 'x'].map(parseAccuracy)).toEqual([
    74,
    74,
    74,
    100,
    0,
    1,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the latest analysis of each trait counts, and the previous value is kept beside it', () => {
  const of = (day: string, values: readonly [string, number][], createdAt = 'a') => ({
    animalId: 'x',
    day,
    createdAt,
    source: 'NSIP',
    values: values.map(([trait, value]) => ({ trait, value, accuracy: null })),
  });
  const evaluations = [
    of('2026-03-01', [
      ['WWT', 1],
      ['NLB', 3],
    ]),
    of('2026-06-01', [['WWT', 2]]),
    of('2026-06-01', [['WWT', 2.5]], 'b'),
  ];
  expect(latestValues(evaluations).map(({ trait, value, day, before }) => [trait, value, day, before])).toEqual([
    ['WWT', 2.5, '2026-06-01', 1],
    ['NLB', 3, '2026-03-01', null],
  ]);
  expect([1.2, -0.3, 0, 104].map(signed)).toEqual(['+1.2', '−0.3', '0', '104']);
});

test('the name of a trait is cut between letters, and a heading full of parentheses is read in linear time', () => {
  expect(readHeading(`EBV ${'x'.repeat(39)}😀y`).trait).toBe(`${'x'.repeat(39)}😀`);
  const start = performance.now();
  readHeading('('.repeat(20_000));
  expect(performance.now() - start).toBeLessThan(50);
});
