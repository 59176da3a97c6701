import { definedFields } from './defined-fields.ts';
import { type BreedingValueLimits, type CullLimits, noBreedingValueLimits, usualCullLimits } from './performance/cull-limits.ts';
import { type CullWeights, usualCullWeights } from './performance/cull-weights.ts';
import type { Factors } from './performance/adjusted-weights.ts';

/** By which a farm judges matings and its stock; shares are 0 to 1. */
export interface BreedingRules {
  /** Young with this inbreeding or more are close, */
  readonly close: number;
  /** and above this one too close. */
  readonly tooClose: number;
  /** Of a female at her first mating. */
  readonly leastMonths: number;
  /** Of the weight of a grown female of her kind. */
  readonly leastWeight: number;
  /** At this age young are to be weaned; null: nobody is reminded. */
  readonly weaningDays: number | null;
  /** By which it makes weights of lambs comparable; none until it has its own. */
  readonly sheepFactors: Factors | null;
  /** How much each part of the index of its females counts. */
  readonly cullWeights: CullWeights;
  /** From which on something speaks against a female. */
  readonly cullLimits: CullLimits;
  readonly breedingValueLimits: BreedingValueLimits;
}

/** What many breeders do, which is no science; lightest at 60 % of a grown female (LSU AgCenter). */
export const usualBreedingRules: BreedingRules = {
  close: 0.0625,
  tooClose: 0.125,
  leastMonths: 6,
  leastWeight: 0.6,
  weaningDays: 90,
  sheepFactors: null,
  cullWeights: usualCullWeights,
  cullLimits: usualCullLimits,
  breedingValueLimits: noBreedingValueLimits,
};

type Chosen = { readonly [K in keyof BreedingRules]?: BreedingRules[K] | undefined };

export const rulesOf = (chosen: Chosen | null | undefined): BreedingRules => ({
  ...usualBreedingRules,
  ...definedFields(chosen ?? {}),
});

export type KinBand = 'fine' | 'close' | 'tooClose' | 'unknown';

/** 0 % is no good news where nothing is known of one of the two. */
export function kinBandOf(inbreeding: number, isKnown: boolean, { close, tooClose }: BreedingRules): KinBand {
  if (inbreeding > tooClose) return 'tooClose';
  if (inbreeding >= close) return 'close';
  return isKnown || inbreeding > 0 ? 'fine' : 'unknown';
}
