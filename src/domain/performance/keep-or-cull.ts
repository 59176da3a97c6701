import type { Species } from '../records/animals.ts';
import { suppliedTraitLabel, type BreedingValue, type SuppliedTrait } from '../breeding/breeding-values.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { BreedingValueLimits, CullLimits } from './cull-limits.ts';
import { cullParts, type CullPart, type CullWeights } from './cull-weights.ts';
import { yearsAt } from './litters.ts';
import { type DamRecord, knownDewormings, negative, weanedPerExposure } from './parents.ts';

export type Reason =
  | { readonly kind: 'empty'; readonly times: number; readonly of: number }
  | { readonly kind: 'lost'; readonly litters: number }
  | { readonly kind: 'died'; readonly young: number; readonly of: number }
  | { readonly kind: 'growth'; readonly percentBelow: number }
  | { readonly kind: 'interval'; readonly days: number }
  | { readonly kind: 'impossible'; readonly days: number }
  | { readonly kind: 'famacha'; readonly mean: number }
  | { readonly kind: 'dewormed'; readonly times: number }
  | { readonly kind: 'old'; readonly years: number }
  | { readonly kind: 'health' }
  | { readonly kind: 'breedingValue'; readonly trait: string; readonly value: number; readonly below: number }
  | { readonly kind: 'breedingValue'; readonly trait: string; readonly value: number; readonly above: number }
  | { readonly kind: 'young' };

export type JudgedFemale<D extends DamRecord> = D & {
  /** 0 to 100: the mean of her percentiles among the others, weighted as the farm has set; null if nothing is known about her young. */
  readonly index: number | null;
  readonly reasons: readonly Reason[];
};

/** Higher is better; null: unknown. */
const values: Readonly<Record<CullPart, (dam: DamRecord) => number | null>> = {
  weaned: weanedPerExposure,
  lived: ({ lived: { part, of } }) => (of === 0 ? null : part / of),
  growth: ({ growth }) => growth,
  interval: ({ interval }) => negative(interval),
  famacha: ({ famacha }) => negative(famacha),
  dewormed: (dam) => negative(knownDewormings(dam)),
};

export interface Judging {
  /** The rules of the farm. */
  readonly rules: {
    readonly cullWeights: CullWeights;
    readonly cullLimits: CullLimits;
    readonly breedingValueLimits: BreedingValueLimits;
  };
  /** The latest values of each animal, the newest first. */
  readonly breedingValues: ReadonlyMap<string, readonly SuppliedValue[]>;
  readonly today: CalendarDate;
}

/** Sorted from worst to best within each species. Females without an index come last. */
export function judgeFemales<D extends Judgeable>(
  dams: readonly D[],
  { rules, breedingValues, today }: Judging,
): readonly JudgedFemale<D>[] {
  const standings = new Map(
    cullParts.map((part) => [
      part,
      new Map([...Map.groupBy(dams, speciesOf)].flatMap(([, own]) => standingsIn(own, values[part]))),
    ]),
  );
  return dams
    .map((dam) => ({
      ...dam,
      index: indexOf(dam, standings, rules.cullWeights),
      reasons: [
        ...reasonsByYoung(dam, rules.cullLimits),
        ...reasonsByHerself(dam, rules.cullLimits, today),
        ...reasonsByValues(breedingValues.get(dam.animal.id) ?? [], rules.breedingValueLimits),
      ].filter((reason) => reason !== false),
    }))
    .toSorted((a, b) => (a.index ?? 101) - (b.index ?? 101));
}

const speciesOf = ({ animal: { species } }: DamRecord): Species => species;

/** The share of the others that each dam is better than; equals count half. */
function standingsIn<D extends DamRecord>(dams: readonly D[], valueOf: (dam: D) => number | null): [DamRecord, number][] {
  const known = dams.flatMap((dam) => {
    const value = valueOf(dam);
    return value === null ? [] : [{ dam, value }];
  });
  const counts = new Map<number, number>();
  for (const { value } of known) counts.set(value, (counts.get(value) ?? 0) + 1);
  const below = new Map<number, number>();
  let sum = 0;
  for (const [value, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    below.set(value, sum + (count - 1) / 2);
    sum += count;
  }
  return known.map(({ dam, value }) => [dam, known.length === 1 ? 0.5 : (below.get(value) ?? 0) / (known.length - 1)]);
}

function indexOf(
  dam: DamRecord,
  standings: ReadonlyMap<CullPart, ReadonlyMap<DamRecord, number>>,
  weights: CullWeights,
): number | null {
  if (dam.exposures === 0 && dam.litters === 0) return null;
  let [sum, all] = [0, 0];
  for (const part of cullParts) {
    const standing = standings.get(part)?.get(dam);
    if (standing === undefined) continue;
    sum += standing * weights[part];
    all += weights[part];
  }
  return all === 0 ? null : Math.round((sum / all) * 100);
}

type Judgeable = DamRecord & { readonly animal: { readonly id: string; readonly healthStatus: string } };

const reasonsByYoung = (
  { exposures, conceived, litters, lost, lived, growth, interval, impossibleDays }: Judgeable,
  limits: CullLimits,
): (Reason | false)[] => [
  conceived < exposures && { kind: 'empty', times: exposures - conceived, of: exposures },
  lost > 0 && { kind: 'lost', litters: lost },
  lived.of > 1 && isBelow(lived.part / lived.of, limits.lived) && { kind: 'died', young: lived.of - lived.part, of: lived.of },
  growth !== null && isBelow(growth, limits.growth) && { kind: 'growth', percentBelow: Math.round((1 - growth) * 100) },
  interval !== null && isAbove(interval, limits.interval) && { kind: 'interval', days: interval },
  impossibleDays !== null && { kind: 'impossible', days: impossibleDays },
  exposures === 0 && litters === 0 && { kind: 'young' },
];

function reasonsByHerself(
  { animal, famacha, dewormings }: Judgeable,
  limits: CullLimits,
  today: CalendarDate,
): (Reason | false)[] {
  const years = yearsAt(animal, today) ?? 0;
  return [
    famacha !== null && hasReachedAge(famacha, limits.famacha) && { kind: 'famacha', mean: famacha },
    hasReachedAge(dewormings, limits.dewormed) && { kind: 'dewormed', times: dewormings },
    hasReachedAge(years, limits.years) && { kind: 'old', years },
    animal.healthStatus === '1' && { kind: 'health' },
  ];
}

const isBelow = (value: number, limit: number | null): boolean => limit !== null && value < limit;
const isAbove = (value: number, limit: number | null): boolean => limit !== null && value > limit;
const hasReachedAge = (value: number, limit: number | null): boolean => limit !== null && value >= limit;

type SuppliedValue = BreedingValue & SuppliedTrait;

/** Of several suppliers of a trait the newest value counts, and the reason names its supplier. */
function reasonsByValues(all: readonly SuppliedValue[], { leastAccuracy, traits }: BreedingValueLimits): Reason[] {
  const certain = all.filter(({ accuracy }) => leastAccuracy === null || (accuracy ?? 0) >= leastAccuracy);
  return traits.flatMap(({ trait: limited, atLeast, atMost }): Reason[] => {
    const found = certain.find((each) => each.trait === limited);
    if (!found) return [];
    const { value } = found;
    const trait = suppliedTraitLabel(found, all);
    if (atLeast !== null && value < atLeast) return [{ kind: 'breedingValue', trait, value, below: atLeast }];
    if (atMost !== null && value > atMost) return [{ kind: 'breedingValue', trait, value, above: atMost }];
    return [];
  });
}
