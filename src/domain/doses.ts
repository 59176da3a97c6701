import { gramsPerPound } from './weights.ts';

export const doseWeightUnits = ['lb', 'kg'] as const;
export type DoseWeightUnit = (typeof doseWeightUnits)[number];

/** `1 ml per 10 kg`, as the farmer has entered it. */
export interface DoseByWeight {
  readonly doseAmount: number | null;
  readonly doseWeight: number | null;
  readonly doseWeightUnit: DoseWeightUnit;
}

const gramsOf: Readonly<Record<DoseWeightUnit, number>> = { lb: gramsPerPound, kg: 1000 };

/** To a tenth, below 1 to a hundredth; undefined where the product has no dose by weight or it would be nothing. */
export function doseFor({ doseAmount, doseWeight, doseWeightUnit }: DoseByWeight, grams: number): number | undefined {
  if (!doseAmount || !doseWeight) return undefined;
  const exact = (doseAmount * grams) / (doseWeight * gramsOf[doseWeightUnit]);
  const steps = exact < 1 ? 100 : 10;
  return Math.round(exact * steps) / steps || undefined;
}

/** `1 ml per 10 kg`; undefined where the product has none. */
export function doseByWeightText({
  unit,
  doseAmount,
  doseWeight,
  doseWeightUnit,
}: DoseByWeight & { readonly unit: string | null }): string | undefined {
  if (!doseAmount || !doseWeight) return undefined;
  return `${[doseAmount, unit].filter((part) => part !== null).join(' ')} per ${doseWeight} ${doseWeightUnit}`;
}
