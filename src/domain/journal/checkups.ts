import { validateWeight, weightInDescription } from '../health-records.ts';
import type { EventDetail } from '../records/events.ts';
import { parsePounds, poundText } from '../weights.ts';

/** A health record as it comes in. Its weight may be left to the description. */
export interface CheckupInput extends Omit<EventDetail<'checkup'>, 'weightLbs' | 'nextDueDate'> {
  readonly animalId: string;
  readonly date: string;
  readonly weightLbs?: number | null | undefined;
  readonly nextDueDate?: string | null | undefined;
}

/** The weight as it is typed or, without one, as it stands in the description. */
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
