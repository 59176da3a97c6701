import type { Animal } from '#contract/animals.ts';
import { type CalendarDate, daysBetween } from '#domain/values/dates.ts';
import { dueWindow, hasDueDay, type Pregnancy } from '#domain/breeding/due-births.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '#web/herd/day-text.ts';

interface Known {
  readonly animals: ReadonlyMap<string, Animal>;
  readonly today: CalendarDate;
}

/** `R-1, R-2 with Main flock` */
export const exposureName = (
  { maleIds, name }: { readonly maleIds: readonly string[]; readonly name: string },
  animals: Known['animals'],
): string => `${malesText(maleIds, animals)} with ${name}`;

export const malesText = (ids: readonly string[], animals: Known['animals'], between = ', '): string =>
  ids
    .map((id) => animals.get(id) ?? { tagNumber: 'deleted animal' })
    .toSorted(byTag)
    .map(({ tagNumber }) => tagNumber)
    .join(between);

/** `since Tue, Nov 17, 6 days` or `Tue, Nov 17 to Sun, Dec 20` */
export function daysText(
  { inDay, outDay }: { readonly inDay: CalendarDate; readonly outDay: CalendarDate | null },
  today: CalendarDate,
): string {
  if (inDay > today) return `from ${dayText(inDay, today)}`;
  if (outDay !== null) return `${dayText(inDay, today)} to ${dayText(outDay, today)}`;
  return inDay === today ? 'since today' : `since ${dayText(inDay, today)}, ${plural(daysBetween(inDay, today), 'day')}`;
}

/** The due date if she has one, else the days on which the birth is likely: `Mon, Nov 16 to Fri, Dec 11`. */
export function birthDueText(pregnancy: Pregnancy, today: CalendarDate): string {
  const { from, to } = dueWindow(pregnancy);
  return hasDueDay(pregnancy) ? dayText(pregnancy.due, today) : `${dayText(from, today)} to ${dayText(to, today)}`;
}

/** `from Tue, Nov 24 to Sat, Jan 9`, or `until Sat, Jan 9` once the window has begun */
export function dueDaysText(pregnancy: Pregnancy, today: CalendarDate): string {
  const { from, to } = dueWindow(pregnancy);
  return from > today ? `from ${dayText(from, today)} to ${dayText(to, today)}` : `until ${dayText(to, today)}`;
}
