import { addDays, type CalendarDate } from '../values/dates.ts';
import type { EventOf } from '../records/events.ts';
import { checkupDewormings, dewormingsOf, treatScores } from './parasites.ts';
import { medicineKey } from './withdrawals.ts';

type Treatment = Pick<EventOf<'treatment'>, 'animalId' | 'day' | 'productId' | 'productName'>;

export interface MedicalHistory {
  readonly treatments: readonly Treatment[];
  readonly checkups: readonly Pick<EventOf<'checkup'>, 'animalId' | 'day' | 'dewormed' | 'medication'>[];
  readonly scores: readonly Pick<EventOf<'scores'>, 'day' | 'isPooled' | (typeof treatScores)[number]>[];
  readonly products: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  /** The day on which the farm's records of the animal begin. */
  readonly recordedSince: CalendarDate;
  readonly birthDate: CalendarDate | null;
}

export interface DewormingRecord {
  /** The last deworming; null: none. */
  readonly lastOn: CalendarDate | null;
  /** The day since which there was no other deworming. */
  readonly since: CalendarDate;
  readonly isSinceBirth: boolean;
  /** The number of days since then on which it was scored for worms or its eggs were counted. */
  readonly scored: number;
}

/** An animal that was entered within this many days of its birth has records since its birth. */
const atBirthDays = 30;

/**
 * What the records say about dewormings. Returns null if they are not conclusive, because the animal was not scored, or got a product that
 * may be a dewormer.
 */
export function dewormingRecord(history: MedicalHistory): DewormingRecord | null {
  const { treatments, checkups, scores, products, recordedSince, birthDate } = history;
  const days = [...dewormingsOf(named(treatments, products), products), ...checkupDewormings(checkups)].map(({ day }) => day);
  const lastOn = days.toSorted().at(-1) ?? null;
  const scoredDays = [...new Set(scores.filter(isScored).map(({ day }) => day))].toSorted();
  const isSinceBirth = birthDate !== null && recordedSince <= addDays(birthDate, atBirthDays);
  const first = isSinceBirth ? birthDate : [recordedSince, ...scoredDays].toSorted()[0]!;
  const since = lastOn ?? first;
  const known = new Set(products.flatMap(({ id, name }) => [id, medicineKey({ productId: null, productName: name })]));
  // Without a known deworming, any other medicine may have been one.
  const counts = ({ day }: { readonly day: CalendarDate }): boolean => lastOn === null || day >= since;
  const isUnclear =
    treatments.some((treatment) => counts(treatment) && !known.has(medicineKey(treatment))) ||
    checkups.some((checkup) => counts(checkup) && !checkup.dewormed && checkup.medication !== '');
  const scored = scoredDays.filter((day) => day >= since).length;
  if (isUnclear || (lastOn === null && scored === 0)) return null;
  return { lastOn, since, isSinceBirth: lastOn === null && isSinceBirth, scored };
}

/** Assigns treatments whose product was typed to the product with that name. */
const named = (treatments: readonly Treatment[], products: MedicalHistory['products']): readonly Treatment[] => {
  const byName = new Map(products.map(({ id, name }) => [medicineKey({ productId: null, productName: name }), id]));
  return treatments.map((each) => ({ ...each, productId: each.productId ?? byName.get(medicineKey(each)) ?? null }));
};

const isScored = (scores: MedicalHistory['scores'][number]): boolean =>
  !scores.isPooled && treatScores.some((score) => score !== 'bodyCondition' && scores[score] !== null);
