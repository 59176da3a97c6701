import { plural } from '#domain/values/plural.ts';
import type { Species } from '#domain/records/animals.ts';
import type { ProductWithdrawal } from '#domain/records/product.ts';
import { capitalized } from '#domain/values/text.ts';

const manyOf: Readonly<Record<Species, string>> = { goat: 'goats', sheep: 'sheep' };

/** `Meat 20 days · Milk 8 days (goats)` */
export const withdrawalsText = (withdrawals: readonly ProductWithdrawal[]): string =>
  withdrawals
    .map(({ species, product, days }) => {
      const name = capitalized(product);
      const whose = species === null ? '' : ` (${manyOf[species]})`;
      return `${name} ${plural(days, 'day')}${whose}`;
    })
    .join(' · ');

/** Each source once, in the order of the withdrawals. */
export const sourcesOf = (withdrawals: readonly ProductWithdrawal[]): readonly string[] => [
  ...new Set(withdrawals.map(({ source }) => source)),
];
