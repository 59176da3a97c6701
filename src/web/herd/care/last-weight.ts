import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { CalendarDate } from '#domain/values/dates.ts';
import { plural } from '#domain/values/plural.ts';
import { doubtWeight } from '#domain/work/worklists.ts';
import { today } from '#web/lib/text/today.ts';
import { knownWeightText } from '#web/lib/text/weight-text.ts';
import { animalStatesQuery } from '../data/animals.queries.ts';
import { dayText } from '../day-text.ts';
import type { Grams } from '#domain/values/units.ts';

export interface Weighed {
  readonly grams: Grams;
  readonly day: CalendarDate;
  readonly isEstimate?: boolean;
}

/** null: it was never weighed. */
function useLastWeight(animalId: string | undefined): Weighed | null {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const state = states.find((each) => each.animalId === animalId);
  const { lastWeightGrams: grams = null, lastWeightDay: day = null, isLastWeightEstimate: isEstimate = false } = state ?? {};
  return grams === null || day === null ? null : { grams, day, isEstimate };
}

/** Asks about a weight that is unlikely after the last one, once: saving the same weight of the animal again keeps it. */
export function useWeightDoubt(animalId: string | undefined) {
  const weighed = useLastWeight(animalId);
  const [asked, setAsked] = useState<string>();
  /** Whether there is a doubt, which is then shown at the field. */
  const isDoubted = <V extends FieldValues, Out>(
    form: UseFormReturn<V, unknown, Out>,
    field: Path<V>,
    given: Weighed,
  ): boolean => {
    const weight = `${animalId} ${given.grams}`;
    const doubt = asked === weight ? undefined : doubtOfWeight(given, weighed);
    setAsked(weight);
    if (doubt === undefined) return false;
    form.setError(field, { type: 'doubt', message: doubt });
    // The field is disabled while the form is being sent.
    requestAnimationFrame(() => form.setFocus(field));
    return true;
  };
  return { weighed, isDoubted };
}

function doubtOfWeight(given: Weighed, before: Weighed | null): string | undefined {
  const doubt = before === null ? undefined : doubtWeight(given, before);
  if (!doubt || !before) return undefined;
  const change = `${doubt.percent}% ${doubt.isLess ? 'less' : 'more'} in ${plural(doubt.days, 'day')}`;
  return `${change}: ${knownWeightText(before)} on ${dayText(before.day, today())}. Save again if it is right.`;
}
