import { addDays, type CalendarDate } from '../dates.ts';
import type { EventOf } from '../records/events.ts';
import { checkupDewormings, dewormingsOf, treatScores } from './parasites.ts';
import { medicineKey } from './withdrawals.ts';

type Treatment = Pick<EventOf<'treatment'>, 'animalId' | 'day' | 'productId' | 'productName'>;

export interface MedicalHistory {
  readonly treatments: readonly Treatment[];
  readonly checkups: readonly Pick<EventOf<'checkup'>, 'animalId' | 'day' | 'dewormed' | 'medication'>[];
  readonly scores: readonly Pick<EventOf<'scores'>, 'day' | 'isPooled' | (typeof treatScores)[number]>[];
  readonly products: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  /** The day from which on the farm has the animal in its records. */
  readonly recordedSince: CalendarDate;
  readonly birthDate: CalendarDate | null;
}

export interface DewormingRecord {
  /** The last deworming; null: none. */
  readonly lastOn: CalendarDate | null;
  /** The day from which on there was none. */
  readonly since: CalendarDate;
  readonly isSinceBirth: boolean;
  /** On so many days since then it was scored for worms or its eggs were counted. */
  readonly scored: number;
}

/** An animal that was entered so soon after its birth is in the records since then. */
const atBirthDays = 30;

/**
 * What the records say of dewormings. null: they cannot say, because the animal was not scored, or got something of which nobody knows
 * whether it is a dewormer.
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
  const isUnclear =
    treatments.some((treatment) => treatment.day >= since && !known.has(medicineKey(treatment))) ||
    checkups.some(({ day, dewormed, medication }) => day >= since && !dewormed && medication !== '');
  const scored = scoredDays.filter((day) => day >= since).length;
  if (isUnclear || (lastOn === null && scored === 0)) return null;
  return { lastOn, since, isSinceBirth: lastOn === null && isSinceBirth, scored };
}

/** A treatment whose product was typed is with the product of that name. */
const named = (treatments: readonly Treatment[], products: MedicalHistory['products']): readonly Treatment[] => {
  const byName = new Map(products.map(({ id, name }) => [medicineKey({ productId: null, productName: name }), id]));
  return treatments.map((each) => ({ ...each, productId: each.productId ?? byName.get(medicineKey(each)) ?? null }));
};

const isScored = (scores: MedicalHistory['scores'][number]): boolean =>
  !scores.isPooled && treatScores.some((score) => score !== 'bodyCondition' && scores[score] !== null);
