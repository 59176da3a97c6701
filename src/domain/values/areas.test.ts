import { expect, test } from 'vitest';
import { areaNumber, areaText, parseArea } from './areas.ts';
import { weightUnits } from './units.ts';

test.each(weightUnits)('an area is kept and shown as it was typed where weights are in %s', (unit) => {
  for (const typed of ['1', '7.5', '12,25', '0.005', '640'])
    expect(areaNumber(parseArea(typed, unit) ?? 0, unit)).toBe(typed.replace(',', '.'));
  expect(['', 'big', '0', '-1', '1.23456'].filter((typed) => parseArea(typed, unit) !== undefined)).toEqual([]);
});

test('a field is shown in acres and a pen in square feet, or in hectares and square metres', () => {
  expect([areaText(50_586, 'lbs'), areaText(400, 'lbs')]).toEqual(['12.5 acres', '4,306 sq ft']);
  expect([areaText(50_586, 'kg'), areaText(400, 'kg')]).toEqual(['5.06 hectares', '400 m²']);
});
