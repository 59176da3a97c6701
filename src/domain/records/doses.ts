import { gramsPerPound } from '../values/weights.ts';
import type { Grams } from '../values/units.ts';

export const doseWeightUnits = ['lb', 'kg'] as const;
export type DoseWeightUnit = (typeof doseWeightUnits)[number];

/** `1 ml per 10 kg`, as the farmer has entered it. */
export interface DoseByWeight {
  readonly doseAmount: number | null;
  readonly doseWeight: number | null;
  readonly doseWeightUnit: DoseWeightUnit;
}

export const doseWeightUnitText = (unit: string): string => (unit === 'lb' ? 'lbs' : unit);

const gramsOf: Readonly<Record<DoseWeightUnit, number>> = { lb: gramsPerPound, kg: 1000 };

/** The dose of such a product is that of one animal's weight, and of no other animal. */
export const isDosedByWeight = ({ doseAmount, doseWeight }: DoseByWeight): boolean => Boolean(doseAmount && doseWeight);

/** Rounded to a tenth, or to a hundredth below 1. Returns undefined if the product has no dose by weight or the dose rounds to zero. */
export function doseFor({ doseAmount, doseWeight, doseWeightUnit }: DoseByWeight, grams: Grams): number | undefined {
  if (!doseAmount || !doseWeight) return undefined;
  const exact = (doseAmount * grams) / (doseWeight * gramsOf[doseWeightUnit]);
  const steps = exact < 1 ? 100 : 10;
  return Math.round(exact * steps) / steps || undefined;
}

/** `1 ml per 10 kg`; undefined if the product has no dose by weight. */
export function doseByWeightText({
  unit,
  doseAmount,
  doseWeight,
  doseWeightUnit,
}: DoseByWeight & { readonly unit: string | null }): string | undefined {
  if (!doseAmount || !doseWeight) return undefined;
  return `${[doseAmount, unit].filter((part) => part !== null).join(' ')} per ${doseWeight} ${doseWeightUnitText(doseWeightUnit)}`;
}
