/** Thresholds beyond which a figure is a reason to cull a female; null: no threshold. */
export interface CullLimits {
  /** The minimum share of her young that live to weaning. */
  readonly lived: number | null;
  /** The minimum growth of her young, relative to the mean of their groups. */
  readonly growth: number | null;
  /** The maximum number of days between births. */
  readonly interval: number | null;
  /** A reason if her mean FAMACHA score is this or higher (paler). */
  readonly famacha: number | null;
  /** A reason if she was dewormed on at least this many days in twelve months. */
  readonly dewormed: number | null;
  /** A reason if she is at least this many years old. */
  readonly years: number | null;
}

export const usualCullLimits: CullLimits = { lived: 0.75, growth: 0.9, interval: 400, famacha: 3.5, dewormed: 3, years: 9 };

/** The range in which a breeding value must be; null: no limit on that side. */
export interface TraitLimit {
  readonly trait: string;
  readonly atLeast: number | null;
  readonly atMost: number | null;
}

export interface BreedingValueLimits {
  /** In per cent: less accurate values, or values without an accuracy, are ignored. Null: all values count. */
  readonly leastAccuracy: number | null;
  readonly traits: readonly TraitLimit[];
}

export const noBreedingValueLimits: BreedingValueLimits = { leastAccuracy: null, traits: [] };
