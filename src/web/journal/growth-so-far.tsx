import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { type Weight, weightOf } from '#domain/journal/growth.ts';
import { gainBetween } from '#domain/work/worklists.ts';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';
import { gainText, readWeight, knownWeightText } from '#web/lib/text/weight-text.ts';
import type { EventFormValues } from './event-form-values.ts';
import { GrowthLine } from './growth-line.tsx';
import { bandOf, weightsOf } from './growth-curve.ts';
import { journalQuery } from './journal.data.ts';

/** Shown in the weighing form: the animal's weights, and the one being typed. */
export function GrowthSoFar({ animal }: { animal: Animal }) {
  const { data: herd = [] } = useQuery(animalsQuery);
  const { data: events } = useQuery(journalQuery(animal.id));
  const values = useWatch<EventFormValues>();
  const weights = events ? weightsOf(animal, events) : [];
  const last = weights.at(-1);
  if (!last) return null;
  const typed = typedAfter(last, values);
  return (
    <div className="sm:col-span-2">
      <output className="block min-h-6">{(typed && gainSince(weights, typed)) ?? `Last ${weightOn(last)}`}</output>
      {(typed || weights.length > 1) && <GrowthLine weights={weights} band={bandOf(animal, herd)} typed={typed} />}
    </div>
  );
}

function typedAfter(last: Weight, { day, weightGrams, method }: EventFormValues): Weight | undefined {
  if (typeof day !== 'string' || day < last.day || typeof weightGrams !== 'string') return undefined;
  const grams = readWeight(weightGrams);
  return grams === undefined ? undefined : weightOf({ day, grams, method: method === 'estimate' ? method : null });
}

const weightOn = (weight: Weight): string => `${knownWeightText(weight)} on ${dayText(weight.day, today())}`;

function gainSince(weights: readonly Weight[], typed: Weight): string | undefined {
  const before = weights.findLast(({ day, isEstimate }) => day < typed.day && !isEstimate);
  const gain = gainBetween(before, typed);
  return before && gain !== undefined ? `${gainText(gain)} since ${weightOn(before)}` : undefined;
}
