import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discounted, maxPriceCents } from './money.ts';

const cents = fc.integer({ min: 0, max: maxPriceCents });
const percent = fc.integer({ min: 0, max: 100 });

test('a discounted price is exact to the cent, half a cent upwards', () => {
  fc.assert(
    fc.property(cents, percent, (price, off) => {
      // In whole numbers of any size, with nothing to round: the hundredths of a cent that remain decide.
      const hundredths = BigInt(price) * BigInt(100 - off);
      const exact = hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n);
      expect(BigInt(discounted(price, off))).toBe(exact);
    }),
    { numRuns: 2000 },
  );
});

test('a higher percentage never costs more; none costs the price, all of it nothing', () => {
  fc.assert(
    fc.property(cents, percent, percent, (price, a, b) => {
      expect(discounted(price, Math.max(a, b))).toBeLessThanOrEqual(discounted(price, Math.min(a, b)));
      expect([discounted(price, 0), discounted(price, 100)]).toEqual([price, 0]);
    }),
  );
});
