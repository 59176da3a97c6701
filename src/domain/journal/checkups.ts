import { validateWeight, weightInDescription } from '../records/health-records.ts';
import type { EventDetail } from '../records/events.ts';
import { parsePounds, poundsOf } from '../values/weights.ts';
import type { Grams } from '../values/units.ts';

/** A health record as requested. Its weight may be given in the description alone. */
export interface CheckupInput extends Omit<EventDetail<'checkup'>, 'weightGrams' | 'nextDueDate'> {
  readonly animalId: string;
  readonly date: string;
  readonly weightGrams?: Grams | null | undefined;
  readonly nextDueDate?: string | null | undefined;
}

/** What is wrong with the weight in the description, where it counts. */
export function validateCheckupWeight({ weightGrams, description }: CheckupInput): string | undefined {
  const pounds = weightGrams == null ? weightInDescription(description) : undefined;
  return pounds === undefined ? undefined : validateWeight(pounds);
}

/** The fields of the event. */
export function checkupOf(checkup: CheckupInput): EventDetail<'checkup'> {
  const { animalId: _animal, date: _date, nextDueDate = null, ...input } = checkup;
  const weightGrams = input.weightGrams ?? parsePounds(weightInDescription(input.description) ?? '') ?? null;
  return { ...input, weightGrams, nextDueDate };
}

/** A health record as the specified calls write it, with its weight in pounds. */
export function inPounds<T extends { readonly weightGrams: Grams | null }>({ weightGrams, ...record }: T) {
  return { ...record, weightLbs: weightGrams === null ? null : poundsOf(weightGrams) };
}
