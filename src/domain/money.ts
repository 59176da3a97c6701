/** In cents (rule 4: 1,000,000 dollars). */
export const maxPriceCents = 100_000_000;

export type Cents = number;

const plainDecimal = /^(\d{1,9})(?:\.(\d{1,2}))?$/;

/** Returns undefined if the value is not an exact amount (negative, NaN, three decimals, `1e9`). */
export function parseDollars(value: string | number): Cents | undefined {
  const match = plainDecimal.exec(String(value).trim());
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= maxPriceCents ? cents : undefined;
}

export function dollarText(cents: Cents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

export function formatPrice(cents: Cents): string {
  const whole = groupThousands(Math.floor(cents / 100));
  return cents % 100 === 0 ? `$${whole}` : `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** Written by hand because the first use of Intl takes 100 ms on a slow phone. */
export const groupThousands = (whole: number): string =>
  whole < 1000 ? String(whole) : `${groupThousands(Math.floor(whole / 1000))},${String(whole % 1000).padStart(3, '0')}`;

export function applyDiscount(cents: Cents, percent: number): Cents {
  return Math.round((cents * (100 - percent)) / 100);
}
