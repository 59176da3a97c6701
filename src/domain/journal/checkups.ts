import { validateWeight, weightInDescription } from '../health-records.ts';
import type { EventDetail } from '../records/events.ts';
import { parsePounds, poundText } from '../weights.ts';

/** A health record as requested. Its weight may be given in the description alone. */
export interface CheckupInput extends Omit<EventDetail<'checkup'>, 'weightLbs' | 'nextDueDate'> {
  readonly animalId: string;
  readonly date: string;
  readonly weightLbs?: number | null | undefined;
  readonly nextDueDate?: string | null | undefined;
}

/** The weight as typed, or else the weight in the description. */
const poundsIn = ({ weightLbs, description }: Pick<CheckupInput, 'weightLbs' | 'description'>): string | undefined =>
  weightLbs === undefined || weightLbs === null ? weightInDescription(description) : String(weightLbs);

export function validateCheckupWeight(checkup: CheckupInput): string | undefined {
  const pounds = poundsIn(checkup);
  return pounds === undefined ? undefined : validateWeight(pounds);
}

/** The fields of the event. */
export function checkupOf(checkup: CheckupInput): EventDetail<'checkup'> {
  const { animalId: _animal, date: _date, nextDueDate = null, ...input } = checkup;
  const grams = parsePounds(poundsIn(checkup) ?? '');
  return { ...input, weightLbs: grams === undefined ? null : Number(poundText(grams)), nextDueDate };
}
