import { addDays, type CalendarDate } from '../values/dates.ts';
import type { AnimalRecord } from '../records/animal.ts';
import type { EventInput } from './withdrawals.ts';
import type { Grams } from '../values/units.ts';

export interface GrowthWeighing {
  readonly occasion: 'birth' | 'weaning';
  readonly day: CalendarDate;
  readonly weightGrams: Grams;
}

/** The weighings in an animal's own fields. Weights without a day are left out. */
export function weighingsOfAnimal({
  birthDate,
  birthWeightGrams,
  weaningWeightGrams,
  weaningAgeDays,
}: Pick<AnimalRecord, 'birthDate' | 'birthWeightGrams' | 'weaningWeightGrams' | 'weaningAgeDays'>): readonly GrowthWeighing[] {
  if (birthDate === null) return [];
  const weighings: GrowthWeighing[] = [];
  if (birthWeightGrams !== null) weighings.push({ occasion: 'birth', day: birthDate, weightGrams: birthWeightGrams });
  if (weaningWeightGrams !== null && weaningAgeDays !== null) {
    weighings.push({ occasion: 'weaning', day: addDays(birthDate, weaningAgeDays), weightGrams: weaningWeightGrams });
  }
  return weighings;
}

/** The weight of the event's own animal. Birth weights at a birth belong to the young. */
export function weightIn(event: EventInput): { readonly grams: Grams; readonly method: string | null } | undefined {
  if (event.kind === 'weighing') return { grams: event.weightGrams, method: event.method };
  if (event.kind === 'checkup' && event.weightGrams !== null) return { grams: event.weightGrams, method: null };
  return undefined;
}
