import type { Sex, Species } from './animals.ts';

/** Of a young, at the time of the weight. */
export type GrowthKind = 'male' | 'female' | 'wether';

/** By which weights of young are made comparable. Always named with the animal that they are made comparable to. */
export interface FactorSet {
  readonly name: string;
  readonly base: string;
  readonly bySex: Readonly<Record<GrowthKind, number>>;
  /** By how many were born and how many of them were reared together: `2/1`. */
  readonly byLitter: Readonly<Record<string, number>>;
  /** By the age of the dam in years; older ones as the last. */
  readonly byDamYears: readonly number[];
}

/** Of meat goats at 90 days (Browning 2007, in Goat Science and Production, table 13.1). */
export const browning2007: FactorSet = {
  name: 'Browning 2007, meat goats',
  base: 'buck, single raised single, dam of 3 years or more',
  bySex: { male: 1, female: 1.11, wether: 1.08 },
  byLitter: { '1/1': 1, '2/1': 1.04, '2/2': 1.18, '3/1': 1.08, '3/2': 1.23, '3/3': 1.27 },
  byDamYears: [1.1, 1.09, 1],
};

/** Nobody publishes factors for sheep that hold from flock to flock: until the farm has its own, a weight counts as it is. */
export const noSheepFactors: FactorSet = {
  name: 'no factors set for sheep',
  base: 'a weight counts as it is',
  bySex: { male: 1, female: 1, wether: 1 },
  byLitter: { '1/1': 1, '2/1': 1, '2/2': 1, '3/1': 1, '3/2': 1, '3/3': 1 },
  byDamYears: [1],
};

export const factorsOf: Readonly<Record<Species, FactorSet>> = { goat: browning2007, sheep: noSheepFactors };

export const growthKind = (sex: Sex, isCastrated: boolean): GrowthKind => (sex === 'male' && isCastrated ? 'wether' : sex);

/** The age to which a weaning weight is brought; undefined: it was taken too early or too late to be compared. */
export function targetDays(ageDays: number): 60 | 90 | 120 | undefined {
  if (ageDays < 40 || ageDays > 150) return undefined;
  if (ageDays < 75) return 60;
  return ageDays <= 100 ? 90 : 120;
}

interface Weighed {
  readonly birthGrams: number;
  readonly grams: number;
  readonly ageDays: number;
}

/** What it weighed, or would have, at the target age: its growth is taken to be even. */
export const weightAtAge = ({ birthGrams, grams, ageDays }: Weighed, target: number): number =>
  birthGrams + ((grams - birthGrams) / ageDays) * target;

interface Circumstances {
  readonly kind: GrowthKind;
  readonly born: number;
  readonly reared: number;
  readonly damYears: number;
}

/** undefined: the set says nothing of such a litter. */
export function factorFor({ kind, born, reared, damYears }: Circumstances, factors: FactorSet): number | undefined {
  const ofLitter = factors.byLitter[`${Math.min(born, 3)}/${Math.min(reared, 3)}`];
  const ofDam = factors.byDamYears[Math.min(Math.max(Math.floor(damYears), 1), factors.byDamYears.length) - 1];
  return ofLitter === undefined || ofDam === undefined ? undefined : factors.bySex[kind] * ofLitter * ofDam;
}

export interface Ranked {
  readonly rank: number;
  readonly of: number;
  /** Of the mean of the group; 1 is as good as the mean. */
  readonly ratio: number;
}

/** Ranks hold inside one group alone: young of one species, season, sex and management. Equal values share a rank. */
export function rankInGroups<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
  valueOf: (item: T) => number,
): ReadonlyMap<T, Ranked> {
  return new Map(
    [...Map.groupBy(items, groupOf).values()].flatMap((group) => {
      const values = group.map(valueOf);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return group.map((item, index): [T, Ranked] => {
        const own = values[index]!;
        return [item, { rank: 1 + values.filter((value) => value > own).length, of: group.length, ratio: own / mean }];
      });
    }),
  );
}
