import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { applyDiscount, currencyName, currencySign, formatExactPrice, formatPrice } from './money.ts';
import { isCurrency, maxPriceCents, setCurrency } from './money.ts';

afterEach(() => setCurrency(() => 'USD'));

const cents = fc.integer({ min: 0, max: maxPriceCents });
const percent = fc.integer({ min: 0, max: 100 });

test('a discounted price is rounded half up to the cent, and a higher discount never costs more', () => {
  fc.assert(
    fc.property(cents, percent, percent, (price, off, other) => {
      // Computed with integers so that nothing is rounded on the way.
      const hundredths = BigInt(price) * BigInt(100 - off);
      const exact = hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n);
      expect(BigInt(applyDiscount(price, off))).toBe(exact);
      expect(applyDiscount(price, Math.max(off, other))).toBeLessThanOrEqual(applyDiscount(price, Math.min(off, other)));
      expect([applyDiscount(price, 0), applyDiscount(price, 100)]).toEqual([price, 0]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['USD', '$1,250', '$5.50', '$50.00', '$', 'US dollars'],
  ['AUD', '$1,250', '$5.50', '$50.00', '$', 'Australian dollars'],
  ['EUR', '€1,250', '€5.50', '€50.00', '€', 'euros'],
  ['GBP', '£1,250', '£5.50', '£50.00', '£', 'British pounds'],
])('prices are written in %s', (code, whole, withCents, exact, sign, name) => {
  setCurrency(() => code);
  expect([formatPrice(125_000), formatPrice(550), formatExactPrice(5000)]).toEqual([whole, withCents, exact]);
  expect([currencySign(), currencyName()]).toEqual([sign, name]);
});

test('the currency of an installation has cents', () => {
  expect(['USD', 'CHF', 'NOK', 'JPY', 'KWD', 'usd', 'EURO', ''].filter(isCurrency)).toEqual(['USD', 'CHF', 'NOK']);
});
