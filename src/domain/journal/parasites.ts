import { addDays, type CalendarDate } from '../values/dates.ts';
import type { ScoreName } from '../records/event-names.ts';
import type { EventOf } from '../records/events.ts';
import type { ProductRecord } from '../records/product.ts';
import { medicineKey } from './withdrawals.ts';

export const treatScores = ['famacha', 'eggCount', 'bodyCondition', 'dag', 'jaw'] as const satisfies ScoreName[];
export type TreatScore = (typeof treatScores)[number];

/** Rule 72: the farm treats from this score on, or up to this body condition. Scores without a threshold are no reason to treat. */
export type Thresholds = { readonly [S in TreatScore]: number | null };

type TreatFrom = Pick<
  ProductRecord,
  'treatFromFamacha' | 'treatFromEggCount' | 'treatToBodyCondition' | 'treatFromDag' | 'treatFromJaw'
>;

/** The thresholds of a dewormer; undefined if the farm has entered none. */
export function thresholdsOf(product: TreatFrom): Thresholds | undefined {
  const thresholds: Thresholds = {
    famacha: product.treatFromFamacha,
    eggCount: product.treatFromEggCount,
    bodyCondition: product.treatToBodyCondition,
    dag: product.treatFromDag,
    jaw: product.treatFromJaw,
  };
  return treatScores.some((score) => thresholds[score] !== null) ? thresholds : undefined;
}

export interface ScoreOfDay {
  readonly score: TreatScore;
  readonly value: number;
  readonly day: CalendarDate;
}

export interface Judged {
  readonly animalId: string;
  /** Recent scores that reach a threshold and were not followed by a deworming. */
  readonly reasons: readonly ScoreOfDay[];
  /** The recent scores for which there is a threshold. */
  readonly scores: readonly ScoreOfDay[];
  /** The last deworming. */
  readonly treatedOn: CalendarDate | null;
  /** Days with a deworming in the last twelve months. */
  readonly treatments: number;
}

/** An older score tells nothing about today: in the season of worms animals are scored every two weeks. */
export const recentScoreDays = 21;

/** An animal with this many dewormings in twelve months is listed as treated too often. */
export const frequentTreatments = 3;

const yearDays = 365;

type Scores = Pick<EventOf<'scores'>, 'animalId' | 'day' | 'isPooled' | TreatScore>;

export interface Deworming {
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly medicine: string;
  readonly productName: string;
}

/** Treatments with a product that the farm has entered as a dewormer. */
export const dewormingsOf = (
  treatments: readonly Pick<EventOf<'treatment'>, 'animalId' | 'day' | 'productId' | 'productName'>[],
  products: readonly { readonly id: string; readonly kind: string }[],
): readonly Deworming[] => {
  const dewormers = new Set(products.filter(({ kind }) => kind === 'dewormer').map(({ id }) => id));
  return treatments.flatMap((treatment) => {
    const { animalId, day, productId, productName } = treatment;
    const isDewormer = productId !== null && dewormers.has(productId);
    return isDewormer ? [{ animalId, day, medicine: medicineKey(treatment), productName }] : [];
  });
};

/** A checkup may say that the animal was dewormed without naming the medicine. */
export const checkupDewormings = (
  checkups: readonly Pick<EventOf<'checkup'>, 'animalId' | 'day' | 'dewormed' | 'medication'>[],
): readonly Deworming[] =>
  checkups
    .filter(({ dewormed }) => dewormed)
    .map(({ animalId, day, medication }) => ({ animalId, day, medicine: 'checkup', productName: medication || 'Dewormer' }));

interface Known {
  readonly scores: readonly Scores[];
  readonly dewormings: readonly Deworming[];
}

/** Whether each animal is to be treated, and why, in the given order. */
export function judgeAnimals(
  animalIds: readonly string[],
  { scores, dewormings }: Known,
  thresholds: Thresholds,
  today: CalendarDate,
): readonly Judged[] {
  const from = addDays(today, -recentScoreDays);
  const scored = Map.groupBy(
    scores.filter(({ day, isPooled }) => !isPooled && day >= from),
    ({ animalId }) => animalId,
  );
  const treated = Map.groupBy(dewormings, ({ animalId }) => animalId);
  return animalIds.map((animalId) => {
    const days = new Set((treated.get(animalId) ?? []).map(({ day }) => day));
    const treatedOn = [...days].toSorted().at(-1) ?? null;
    const recent = lastScores(scored.get(animalId) ?? [], thresholds);
    return {
      animalId,
      scores: recent,
      reasons: recent.filter((each) => reaches(each, thresholds) && (treatedOn === null || each.day > treatedOn)),
      treatedOn,
      treatments: [...days].filter((day) => day > addDays(today, -yearDays)).length,
    };
  });
}

function lastScores(scores: readonly Scores[], thresholds: Thresholds): ScoreOfDay[] {
  return treatScores.flatMap((score) => {
    if (thresholds[score] === null) return [];
    const values = scores.flatMap(({ day, [score]: value }) => (value === null ? [] : [{ score, value, day }]));
    return values.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1) ?? [];
  });
}

/** A thin animal has a low score of body condition, a sick one a high one of all others. */
function reaches({ score, value }: ScoreOfDay, thresholds: Thresholds): boolean {
  const threshold = thresholds[score];
  if (threshold === null) return false;
  return score === 'bodyCondition' ? value <= threshold : value >= threshold;
}

export interface PooledCount {
  readonly day: CalendarDate;
  readonly eggCount: number;
  readonly animals: number;
}

/** The last pooled sample of these animals: it tells about the group, and of none of them whether it needs treatment. */
export function lastPooled(scores: readonly Scores[], animalIds: ReadonlySet<string>): PooledCount | undefined {
  const pooled = scores.filter(({ isPooled, animalId }) => isPooled && animalIds.has(animalId));
  const last = pooled.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1);
  if (!last || last.eggCount === null) return undefined;
  const animals = pooled.filter(({ day, eggCount }) => day === last.day && eggCount === last.eggCount).length;
  return { day: last.day, eggCount: last.eggCount, animals };
}
