import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadLabels } from './spread-labels.ts';

test('five labels are never nearer than the gap and keep their order around the circle', () => {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 5 }), (shares) => {
      const middles = shares.map((share, index) => ((sum(shares.slice(0, index)) + share / 2) / sum(shares)) * 360);
      const spread = spreadLabels(middles, 40);
      const steps = spread.map((angle, index) => ((spread[(index + 1) % spread.length] ?? 0) - angle + 720) % 360);
      expect(Math.min(...steps)).toBeGreaterThan(40 - 1e-6);
      expect(sum(steps)).toBeCloseTo(360);
    }),
  );
});
