import { usualWeaningDays } from '../breeding/mothering.ts';
import { definedFields } from '../values/defined-fields.ts';
import { type BreedingValueLimits, type CullLimits, noBreedingValueLimits, usualCullLimits } from './cull-limits.ts';
import { type CullWeights, usualCullWeights } from './cull-weights.ts';
import type { Factors } from './adjusted-weights.ts';

/** The thresholds by which a farm judges matings and its stock. Shares are from 0 to 1. */
export interface BreedingRules {
  /** The mating is close if the inbreeding of its young is at least this, */
  readonly close: number;
  /** and too close if it is above this. */
  readonly tooClose: number;
  /** The minimum age of a female at her first mating. */
  readonly leastMonths: number;
  /** The minimum weight at her first mating, as a share of an adult's weight. */
  readonly leastWeight: number;
  /** The age at which young should be weaned; null: no reminder. */
  readonly weaningDays: number | null;
  /** Adjustment factors for the weights of lambs; null until the farm has entered its own. */
  readonly sheepFactors: Factors | null;
  /** The weight of each part in the index of the females. */
  readonly cullWeights: CullWeights;
  /** Thresholds beyond which a figure is a reason to cull. */
  readonly cullLimits: CullLimits;
  readonly breedingValueLimits: BreedingValueLimits;
  /** What is checked in each newborn; empty: nothing; null: the usual checks (`birth-checks.ts`). */
  readonly birthChecks: readonly string[] | null;
}

/** Common practice of breeders. The minimum weight of 60 % of an adult's is from the LSU AgCenter. */
export const usualBreedingRules: BreedingRules = {
  close: 0.0625,
  tooClose: 0.125,
  leastMonths: 6,
  leastWeight: 0.6,
  weaningDays: usualWeaningDays,
  sheepFactors: null,
  cullWeights: usualCullWeights,
  cullLimits: usualCullLimits,
  breedingValueLimits: noBreedingValueLimits,
  birthChecks: null,
};

type Chosen = { readonly [K in keyof BreedingRules]?: BreedingRules[K] | undefined };

export const rulesOf = (chosen: Chosen | null | undefined): BreedingRules => ({
  ...usualBreedingRules,
  ...definedFields(chosen ?? {}),
});

export type InbreedingBand = 'fine' | 'close' | 'tooClose' | 'unknown';

/** `isKnown`: both parents have recorded ancestors. Without them 0 % means nothing. */
export function inbreedingBand(inbreeding: number, isKnown: boolean, { close, tooClose }: BreedingRules): InbreedingBand {
  if (inbreeding > tooClose) return 'tooClose';
  if (inbreeding >= close) return 'close';
  return isKnown || inbreeding > 0 ? 'fine' : 'unknown';
}
