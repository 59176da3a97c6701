import { currencySign, formatPrice, parseDollars } from '#domain/values/money.ts';
import { unlimitedAnimals } from '#domain/accounts/plans.ts';
import { count } from '#web/lib/text/format.ts';

export const unlimited = 'unlimited';

const isWord = (text: string, words: readonly string[]): boolean => words.includes(text.trim().toLowerCase());

/** `'unlimited'` → -1, `'50'` → 50, undefined for anything else. */
export function parseAnimalLimit(text: string): number | undefined {
  if (isWord(text, [unlimited, '∞', '-1'])) return -1;
  if (!/^\d{1,6}$/.test(text.trim())) return undefined;
  const limit = Number.parseInt(text, 10);
  return limit <= unlimitedAnimals ? limit : undefined;
}

export const animalLimitText = (limit: number): string => (limit === -1 ? unlimited : String(limit));

export const showAnimalLimit = (limit: number): string => (limit === -1 ? '∞' : count(limit));

/** `'unlimited'` and `'Custom'` → no price, `'$1,250'` → `'1250'`, undefined for anything else. */
export function parsePlanPrice(text: string): string | undefined {
  if (isWord(text, [unlimited, 'custom'])) return unlimited;
  const typed = text.trim().replace(currencySign(), '').trim();
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(typed) ? typed.replaceAll(',', '') : typed;
  return parseDollars(plain) === undefined ? undefined : plain;
}

export function showPlanPrice(price: string): string {
  const cents = parseDollars(price);
  return cents === undefined ? 'Custom' : formatPrice(cents);
}
