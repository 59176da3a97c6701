import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

test('labels that have room stay at their slices', () => {
  expect(spreadLabels([], 40)).toEqual([]);
  expect(spreadLabels([180], 40)).toEqual([180]);
  expect(spreadLabels([60, 240], 40)).toEqual([60, 240]);
});

test('labels of thin slices at both sides of the top are spread around them', () => {
  expect(spreadLabels([1, 3, 180, 356], 40)).toEqual([0, 40, 180, 320]);
});

test('five labels are never nearer than the gap and keep their order around the circle', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 5 }), (shares) => {
      const total = shares.reduce((sum, share) => sum + share, 0);
      const middles = shares.map(
        (share, index) => ((shares.slice(0, index).reduce((sum, each) => sum + each, 0) + share / 2) / total) * 360,
      );
      const spread = spreadLabels(middles, 40);
      const steps = spread.map((angle, index) => ((spread[(index + 1) % spread.length] ?? 0) - angle + 720) % 360);
      expect(Math.min(...steps)).toBeGreaterThan(40 - 1e-6);
      expect(steps.reduce((sum, step) => sum + step, 0)).toBeCloseTo(360);
    }),
  );
});
