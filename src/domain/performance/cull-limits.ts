/** From which on a figure speaks against a female; null: never. */
export interface CullLimits {
  /** Fewer of her young lived, as a share. */
  readonly lived: number | null;
  /** Her young grew less, as a part of the mean of their groups. */
  readonly growth: number | null;
  /** More days from birth to birth. */
  readonly interval: number | null;
  /** This FAMACHA on average, or paler. */
  readonly famacha: number | null;
  /** Dewormed on so many days in twelve months, or more. */
  readonly dewormed: number | null;
  /** As old, or older. */
  readonly years: number | null;
}

/** What each can be set to. */
export const cullLimitBounds = {
  lived: { least: 0, most: 1 },
  growth: { least: 0, most: 1 },
  interval: { least: 150, most: 2000 },
  famacha: { least: 1, most: 5 },
  dewormed: { least: 1, most: 100 },
  years: { least: 1, most: 30 },
} as const satisfies Readonly<Record<keyof CullLimits, { readonly least: number; readonly most: number }>>;

export const usualCullLimits: CullLimits = { lived: 0.75, growth: 0.9, interval: 400, famacha: 3.5, dewormed: 3, years: 9 };

/** Between which a breeding value has to be; null: open on that side. */
export interface TraitLimit {
  readonly trait: string;
  readonly atLeast: number | null;
  readonly atMost: number | null;
}

export interface BreedingValueLimits {
  /** In per cent: values that are less certain, or of which it is not said, speak against nobody. Null: all count. */
  readonly leastAccuracy: number | null;
  readonly traits: readonly TraitLimit[];
}

export const noBreedingValueLimits: BreedingValueLimits = { leastAccuracy: null, traits: [] };
