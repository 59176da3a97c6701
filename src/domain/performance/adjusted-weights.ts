import type { Sex, Species } from '../records/animals.ts';
import type { Grams } from '../values/units.ts';

/** The kind of a young animal at the time of the weight. */
export type GrowthKind = 'male' | 'female' | 'wether';

export const litterKinds = ['1/1', '2/1', '2/2', '3/1', '3/2', '3/3'] as const;
type LitterKind = (typeof litterKinds)[number];

export interface Factors {
  readonly bySex: Readonly<Record<GrowthKind, number>>;
  /** By the numbers born and reared in the litter: `2/1`. */
  readonly byLitter: Readonly<Record<LitterKind, number>>;
  /** By the age of the dam in years; older dams count as the last. */
  readonly byDamYears: Readonly<Record<'1' | '2' | '3', number>>;
}

/** Factors that make weights of young comparable, with a description of the base animal that they are adjusted to. */
export interface FactorSet extends Factors {
  readonly name: string;
  readonly base: string;
}

/** Meat goats at 90 days (Browning 2007, in Goat Science and Production, table 13.1). */
export const browning2007: FactorSet = {
  name: 'Browning 2007, meat goats',
  base: 'buck, born and raised single, dam of 3 years or more',
  bySex: { male: 1, female: 1.11, wether: 1.08 },
  byLitter: { '1/1': 1, '2/1': 1.04, '2/2': 1.18, '3/1': 1.08, '3/2': 1.23, '3/3': 1.27 },
  byDamYears: { 1: 1.1, 2: 1.09, 3: 1 },
};

/** No factors for sheep hold across flocks, so weights are not adjusted until the farm has its own. */
export const noSheepFactors: FactorSet = {
  name: 'no factors set for sheep',
  base: 'all are 1.0: weights are corrected for age alone',
  bySex: { male: 1, female: 1, wether: 1 },
  byLitter: { '1/1': 1, '2/1': 1, '2/2': 1, '3/1': 1, '3/2': 1, '3/3': 1 },
  byDamYears: { 1: 1, 2: 1, 3: 1 },
};

export function factorSetsOf(ownOfSheep: Factors | null | undefined): Readonly<Record<Species, FactorSet>> {
  const sheep = ownOfSheep
    ? { ...ownOfSheep, name: 'this farm’s own, sheep', base: 'the young whose factors are 1.0' }
    : noSheepFactors;
  return { goat: browning2007, sheep };
}

export const growthKind = (sex: Sex, isCastrated: boolean): GrowthKind => (sex === 'male' && isCastrated ? 'wether' : sex);

export type TargetDays = 60 | 90 | 120;

/** The age to which a weaning weight is adjusted; undefined if it was taken too early or too late to be compared. */
export function targetDays(ageDays: number): TargetDays | undefined {
  if (ageDays < 40 || ageDays > 150) return undefined;
  if (ageDays < 75) return 60;
  return ageDays <= 100 ? 90 : 120;
}

interface Weighed {
  readonly birthGrams: Grams;
  readonly grams: Grams;
  readonly ageDays: number;
}

/** The estimated weight at the target age, in grams, assuming linear growth. */
export const weightAtAge = ({ birthGrams, grams, ageDays }: Weighed, target: number): number =>
  birthGrams + ((grams - birthGrams) / ageDays) * target;

export interface Circumstances {
  readonly kind: GrowthKind;
  /** undefined if unknown. */
  readonly born: number | undefined;
  readonly reared: number | undefined;
  readonly damYears: number | undefined;
}

export interface Applied {
  readonly sex: number;
  readonly litter: number;
  readonly dam: number;
  readonly product: number;
}

/** Returns undefined if something that the set depends on is unknown, or if the set does not contain such a litter. */
export function factorsFor({ kind, born, reared, damYears }: Circumstances, factors: Factors): Applied | undefined {
  const sex = factors.bySex[kind];
  const litter =
    (born !== undefined && reared !== undefined
      ? factors.byLitter[`${Math.min(born, 3)}/${Math.min(reared, 3)}` as LitterKind]
      : undefined) ?? onlyOne(Object.values(factors.byLitter));
  const dam =
    damYears === undefined
      ? onlyOne(Object.values(factors.byDamYears))
      : factors.byDamYears[Math.min(Math.max(Math.floor(damYears), 1), 3) as 1 | 2 | 3];
  return litter === undefined || dam === undefined ? undefined : { sex, litter, dam, product: sex * litter * dam };
}

/** If all factors are equal, the circumstances need not be known. */
const onlyOne = (values: readonly number[]): number | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

export interface Ranked {
  readonly rank: number;
  readonly of: number;
  /** Relative to the mean of the group, which is 1. */
  readonly ratio: number;
}

/** Ranks within each group. Equal values share a rank. */
export function rankInGroups<T>(
  items: readonly T[],
  groupOf: (item: T) => string,
  valueOf: (item: T) => number,
): ReadonlyMap<T, Ranked> {
  return new Map(
    [...Map.groupBy(items, groupOf).values()].flatMap((group) => {
      const ordered = group.toSorted((a, b) => valueOf(b) - valueOf(a));
      const mean = ordered.reduce((sum, item) => sum + valueOf(item), 0) / ordered.length;
      let rank = 1;
      return ordered.map((item, index): [T, Ranked] => {
        const before = ordered[index - 1];
        if (before === undefined || valueOf(before) !== valueOf(item)) rank = index + 1;
        return [item, { rank, of: ordered.length, ratio: valueOf(item) / mean }];
      });
    }),
  );
}
