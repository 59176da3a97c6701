import type { CullLimits } from './cull-limits.ts';

/** The bounds of each setting. */
export const cullLimitBounds = {
  lived: { least: 0, most: 1 },
  growth: { least: 0, most: 1 },
  interval: { least: 150, most: 2000 },
  famacha: { least: 1, most: 5 },
  dewormed: { least: 1, most: 100 },
  years: { least: 1, most: 30 },
} as const satisfies Readonly<Record<keyof CullLimits, { readonly least: number; readonly most: number }>>;
