import { expect, test } from 'vitest';
import { inbreedingBand, rulesOf } from './breeding-rules.ts';

test.each([
  [0.0624, 'fine'],
  [0.0625, 'close'],
  [0.125, 'close'],
  [0.1251, 'tooClose'],
] as const)('an inbreeding of %d is %s by the usual limits', (inbreeding, band) => {
  expect(inbreedingBand(inbreeding, true, rulesOf(null))).toBe(band);
});

test('zero inbreeding is unknown, not fine, if nothing is known of one of the two', () => {
  expect(inbreedingBand(0, false, rulesOf(null))).toBe('unknown');
  expect(inbreedingBand(0.03, false, rulesOf(null))).toBe('fine');
});

test('the limits are those that the farm has chosen, and the defaults for the others', () => {
  expect(inbreedingBand(0.05, true, rulesOf({ close: 0.03 }))).toBe('close');
  expect(rulesOf({ close: 0.03 }).tooClose).toBe(0.125);
});
