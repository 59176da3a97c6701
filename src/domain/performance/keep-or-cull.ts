import type { Species } from '../animals.ts';
import type { CalendarDate } from '../dates.ts';
import { cullParts, type CullPart, type CullWeights } from './cull-weights.ts';
import { yearsAt } from './litters.ts';
import type { DamRecord } from './parents.ts';

export type Reason =
  | { readonly kind: 'empty'; readonly times: number; readonly of: number }
  | { readonly kind: 'lost'; readonly litters: number }
  | { readonly kind: 'died'; readonly young: number; readonly of: number }
  | { readonly kind: 'growth'; readonly percentBelow: number }
  | { readonly kind: 'interval'; readonly days: number }
  | { readonly kind: 'famacha'; readonly mean: number }
  | { readonly kind: 'dewormed'; readonly times: number }
  | { readonly kind: 'old'; readonly years: number }
  | { readonly kind: 'health' }
  | { readonly kind: 'young' };

export type JudgedFemale<D extends DamRecord> = D & {
  /** 0 to 100: the mean of what share of the others she is better than, by the farm's weights; null: nothing is known of young. */
  readonly index: number | null;
  readonly reasons: readonly Reason[];
};

/** The higher, the better; null: not known. */
const values: Readonly<Record<CullPart, (dam: DamRecord) => number | null>> = {
  weaned: ({ weanedGrams, exposures }) => (exposures === 0 ? null : weanedGrams / exposures),
  lived: ({ lived: { part, of } }) => (of === 0 ? null : part / of),
  growth: ({ growth }) => growth,
  interval: ({ interval }) => (interval === null ? null : -interval),
  famacha: ({ famacha }) => (famacha === null ? null : -famacha),
  dewormed: ({ dewormings }) => -dewormings,
};

/** The worst first, within her species. Those of which nothing is known come last. */
export function judgeFemales<D extends Judgeable>(
  dams: readonly D[],
  weights: CullWeights,
  today: CalendarDate,
): readonly JudgedFemale<D>[] {
  const standings = new Map(
    cullParts.map((part) => [
      part,
      new Map([...Map.groupBy(dams, speciesOf)].flatMap(([, own]) => standingsIn(own, values[part]))),
    ]),
  );
  return dams
    .map((dam) => ({ ...dam, index: indexOf(dam, standings, weights), reasons: reasonsFor(dam, today) }))
    .toSorted((a, b) => (a.index ?? 101) - (b.index ?? 101));
}

const speciesOf = ({ animal: { species } }: DamRecord): Species => species;

/** Of each, what share of the others is worse; equals count half. */
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

/** From which on something is worth a word (rule 90). */
const [tooFewLived, tooSlow, tooLong, tooPale, tooOften, tooOld] = [0.75, 0.9, 400, 3.5, 3, 9];

type Judgeable = DamRecord & { readonly animal: { readonly healthStatus: string } };

const reasonsFor = (dam: Judgeable, today: CalendarDate): Reason[] =>
  [...reasonsByYoung(dam), ...reasonsByHerself(dam, today)].filter((reason) => reason !== false);

const reasonsByYoung = ({ exposures, conceived, litters, lost, lived, growth, interval }: Judgeable): (Reason | false)[] => [
  conceived < exposures && { kind: 'empty', times: exposures - conceived, of: exposures },
  lost > 0 && { kind: 'lost', litters: lost },
  lived.of > 1 && lived.part / lived.of < tooFewLived && { kind: 'died', young: lived.of - lived.part, of: lived.of },
  growth !== null && growth < tooSlow && { kind: 'growth', percentBelow: Math.round((1 - growth) * 100) },
  interval !== null && interval > tooLong && { kind: 'interval', days: interval },
  exposures === 0 && litters === 0 && { kind: 'young' },
];

function reasonsByHerself({ animal, famacha, dewormings }: Judgeable, today: CalendarDate): (Reason | false)[] {
  const years = yearsAt(animal, today) ?? 0;
  return [
    famacha !== null && famacha >= tooPale && { kind: 'famacha', mean: famacha },
    dewormings >= tooOften && { kind: 'dewormed', times: dewormings },
    years >= tooOld && { kind: 'old', years },
    animal.healthStatus === '1' && { kind: 'health' },
  ];
}
