import type { Cents } from './units.ts';

/** In cents (rule 4: 1,000,000 dollars). */
export const maxPriceCents = 100_000_000;

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

let readCurrency = (): string => 'USD';

/** Prices are in the one currency of the installation. The process or page says where to read its ISO 4217 code. */
export const setCurrency = (read: () => string): void => void (readCurrency = read);

export const currency = (): string => readCurrency();

/** `US dollars` */
export const currencyName = (): string => {
  const parts = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency(),
    currencyDisplay: 'name',
  }).formatToParts(2);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency();
};

/** Amounts are stored in hundredths, so currencies with another number of decimals, such as JPY, are none. */
export function isCurrency(code: string): boolean {
  try {
    return (
      Intl.supportedValuesOf('currency').includes(code) && formatIn(code, false).resolvedOptions().maximumFractionDigits === 2
    );
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.NumberFormat>();

function formatIn(code: string, isExact: boolean): Intl.NumberFormat {
  const key = `${code} ${isExact}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: code,
      // There is only one, so Australians read $ and not A$.
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: isExact ? 'auto' : 'stripIfInteger',
    });
  formats.set(key, format);
  return format;
}

/** `$1,250` and `$5.50` */
export const formatPrice = (cents: Cents): string => formatIn(currency(), false).format(cents / 100);

/** `$1,250.00` */
export const formatExactPrice = (cents: Cents): string => formatIn(currency(), true).format(cents / 100);

/** `$`, `€` or `CHF` */
export const currencySign = (): string =>
  formatIn(currency(), false)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency();

export const groupThousands = (whole: number): string =>
  whole < 1000 ? String(whole) : `${groupThousands(Math.floor(whole / 1000))},${String(whole % 1000).padStart(3, '0')}`;

export function applyDiscount(cents: Cents, percent: number): Cents {
  return Math.round((cents * (100 - percent)) / 100);
}
