import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyDiscount, maxPriceCents } from './money.ts';

const cents = fc.integer({ min: 0, max: maxPriceCents });
const percent = fc.integer({ min: 0, max: 100 });

test('a discounted price is rounded half up to the cent', () => {
  fc.assert(
    fc.property(cents, percent, (price, off) => {
      // Computed with integers so that nothing is rounded on the way.
      const hundredths = BigInt(price) * BigInt(100 - off);
      const exact = hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n);
      expect(BigInt(applyDiscount(price, off))).toBe(exact);
    }),
    { numRuns: 2000 },
  );
});

test('a higher discount never costs more; 0 % costs the full price and 100 % nothing', () => {
  fc.assert(
    fc.property(cents, percent, percent, (price, a, b) => {
      expect(applyDiscount(price, Math.max(a, b))).toBeLessThanOrEqual(applyDiscount(price, Math.min(a, b)));
      expect([applyDiscount(price, 0), applyDiscount(price, 100)]).toEqual([price, 0]);
    }),
  );
});
