export const gramsPerPound = 453.592_37;

/** Heavier weights are taken for typing mistakes: of any animal, and of a young one at birth or weaning. */
export const maxWeightLbs = 1500;

const decimal = /^(\d{1,4})(?:[.,](\d{1,3}))?$/;

/** Accepts '7', '7.5' and '7,5'. */
export function parsePounds(text: string): number | undefined {
  const match = decimal.exec(text.trim());
  if (!match) return undefined;
  const grams = Math.round(Number(`${match[1]}.${match[2] ?? '0'}`) * gramsPerPound);
  return grams > 0 ? grams : undefined;
}

export const maxWeightGrams = parsePounds(String(maxWeightLbs)) ?? 0;
export const maxGrowthGrams = 500_000;

export const poundText = (grams: number): string => String(Math.round((grams / gramsPerPound) * 100) / 100);

export function exactPounds(grams: number): number {
  const short = poundText(grams);
  return parsePounds(short) === grams ? Number(short) : Math.round((grams / gramsPerPound) * 1000) / 1000;
}
