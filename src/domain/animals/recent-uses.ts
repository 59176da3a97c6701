import { addDays, type CalendarDate } from '../values/dates.ts';
import { nameKey } from '../values/farm-lists.ts';

interface Use {
  readonly animalId: string;
  readonly productName: string;
  readonly day: CalendarDate;
}

/** Shorter than the interval between a vaccination and its booster. */
export const recentDays = 14;

/** The animals that had the product in the last fortnight, with the last day. */
export function recentUses(uses: readonly Use[], productName: string, today: CalendarDate): ReadonlyMap<string, CalendarDate> {
  const recent = new Map<string, CalendarDate>();
  const key = nameKey(productName);
  for (const { animalId, productName: name, day } of uses) {
    const isRecent = day > addDays(today, -recentDays) && nameKey(name) === key;
    if (isRecent && day > (recent.get(animalId) ?? '')) recent.set(animalId, day);
  }
  return recent;
}
