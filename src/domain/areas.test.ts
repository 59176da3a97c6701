import { expect, test } from 'vitest';
import { acreText, areaText, parseAcres } from './areas.ts';

test.each(['1', '7.5', '12,25', '0.005', '640'])('an area of %s acres is kept and shown as it was typed', (typed) => {
  const squareMetres = parseAcres(typed);
  expect(acreText(squareMetres ?? 0)).toBe(typed.replace(',', '.'));
});

test.each(['', 'big', '0', '-1', '1.23456'])('%j is no area', (typed) => {
  expect(parseAcres(typed)).toBeUndefined();
});

test('a field is shown in acres and a pen in square feet', () => {
  expect([areaText(50_586), areaText(400)]).toEqual(['12.5 acres', '4,306 sq ft']);
});
