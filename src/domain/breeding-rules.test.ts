import { expect, test } from 'vitest';
import { kinBandOf, rulesOf } from './breeding-rules.ts';

test.each([
  [0.0624, 'fine'],
  [0.0625, 'close'],
  [0.125, 'close'],
  [0.1251, 'tooClose'],
] as const)('an inbreeding of %d is %s by the usual limits', (inbreeding, band) => {
  expect(kinBandOf(inbreeding, true, rulesOf(null))).toBe(band);
});

test('no inbreeding of one of whom nothing is known is not known', () => {
  expect(kinBandOf(0, false, rulesOf(null))).toBe('unknown');
  expect(kinBandOf(0.03, false, rulesOf(null))).toBe('fine');
});

test('the limits are those of the farm, and what it has not chosen is as usual', () => {
  expect(kinBandOf(0.05, true, rulesOf({ close: 0.03 }))).toBe('close');
  expect(rulesOf({ close: 0.03 }).tooClose).toBe(0.125);
});
