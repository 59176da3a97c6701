import { expect, test } from 'vitest';
import { areaNumber, areaText, parseArea } from './areas.ts';
import { weightUnits } from './units.ts';

test.each(weightUnits.flatMap((unit) => ['1', '7.5', '12,25', '0.005', '640'].map((typed) => [typed, unit] as const)))(
  'an area of %s where weights are in %s is kept and shown as it was typed',
  (typed, unit) => {
    const squareMetres = parseArea(typed, unit);
    expect(areaNumber(squareMetres ?? 0, unit)).toBe(typed.replace(',', '.'));
  },
);

test.each(['', 'big', '0', '-1', '1.23456'])('%j is no area', (typed) => {
  expect(parseArea(typed, 'lbs')).toBeUndefined();
  expect(parseArea(typed, 'kg')).toBeUndefined();
});

test('a field is shown in acres and a pen in square feet, or in hectares and square metres', () => {
  expect([areaText(50_586, 'lbs'), areaText(400, 'lbs')]).toEqual(['12.5 acres', '4,306 sq ft']);
  expect([areaText(50_586, 'kg'), areaText(400, 'kg')]).toEqual(['5.06 hectares', '400 m²']);
});
