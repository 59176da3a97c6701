import { useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '#domain/dates.ts';
import { plural } from '#domain/plural.ts';
import { doubtWeight } from '#domain/worklists.ts';
import { today } from '#web/lib/today.ts';
import { roundedWeightText } from '#web/lib/weight-text.ts';
import { animalStatesQuery } from './animals.queries.ts';
import { dayText } from './day-text.ts';

export interface Weighed {
  readonly grams: number;
  readonly day: CalendarDate;
}

/** null: it was never weighed. */
export function useLastWeight(animalId: string | undefined): Weighed | null {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { lastWeightGrams: grams = null, lastWeightDay: day = null } = states.find((state) => state.animalId === animalId) ?? {};
  return grams === null || day === null ? null : { grams, day };
}

/** Why a weight is unlikely after the last one. Forms ask once: saving the same weight again keeps it. */
export function doubtOfWeight(given: Weighed, before: Weighed | null): string | undefined {
  const doubt = before === null ? undefined : doubtWeight(given, before);
  if (!doubt || !before) return undefined;
  const change = `${doubt.percent}% ${doubt.isLess ? 'less' : 'more'} in ${plural(doubt.days, 'day')}`;
  return `${change}: ${roundedWeightText(before.grams)} on ${dayText(before.day, today())}. Save again if it is right.`;
}
