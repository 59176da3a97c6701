/** The dearest animal the product can price, in cents (rule 4: 1,000,000 dollars). */
export const maxPriceCents = 100_000_000;

/** An amount in whole cents. */
export type Cents = number;

const plainDecimal = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** Exact cents of a dollar amount written as text or number; `undefined` when it is not one (negative, NaN, three decimals, `1e9`). */
export function parseDollars(value: string | number): Cents | undefined {
  const match = plainDecimal.exec(String(value).trim());
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= maxPriceCents ? cents : undefined;
}

/** `1999` → `'19.99'`: a numeric string for the wire. */
export function dollarText(cents: Cents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** `125000` → `'$1,250'`, `521` → `'$5.21'`: dollars with thousands separators, cents only when there are some. */
export function formatPrice(cents: Cents): string {
  const whole = withCommas(Math.floor(cents / 100));
  return cents % 100 === 0 ? `$${whole}` : `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** `1462` → `'1,462'`. Not by Intl, whose first use takes a slow phone a tenth of a second. */
export const withCommas = (whole: number): string =>
  whole < 1000 ? String(whole) : `${withCommas(Math.floor(whole / 1000))},${String(whole % 1000).padStart(3, '0')}`;

/** Price after a coupon: base × (1 − percent / 100), rounded to the cent. */
export function discounted(cents: Cents, percent: number): Cents {
  return Math.round((cents * (100 - percent)) / 100);
}
