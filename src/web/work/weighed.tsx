import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { gainBetween } from '#domain/work/worklists.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { gainText, roundedWeightText } from '#web/lib/text/weight-text.ts';
import { Choice } from '#web/ui/choice.tsx';
import { useMeasuredBefore } from './known-animal.ts';
import type { Entry, LastEntry } from './use-entries.ts';
import { weightOfEntry } from './work-events.ts';

export type WeightBefore = LastEntry['before'];

const orders = { latest: 'Latest', weight: 'Heaviest', gain: 'Best gain' } as const;
type Order = keyof typeof orders;

interface WeighedProps {
  /** The latest first. */
  readonly entries: readonly Entry[];
  readonly animalOf: (id: string) => Animal | undefined;
  readonly children: (entries: readonly Entry[], beforeOf: (entry: Entry) => WeightBefore) => ReactNode;
}

/** The result of a weighing: the mean weight and gain, and the animals in the order that the person chooses. */
export function Weighed({ entries, animalOf, children }: WeighedProps) {
  const [order, setOrder] = useState<Order>('latest');
  const measuredBefore = useMeasuredBefore();
  const results = entries.flatMap((entry) => {
    if (entry.kind !== 'weighing') return [];
    const animal = animalOf(entry.animalId);
    const before = animal && measuredBefore(animal, entry.day);
    return [{ entry, animal, before, grams: entry.weightGrams, gain: gainBetween(before, weightOfEntry(entry)) }];
  });
  const gains = results.flatMap(({ gain }) => gain ?? []);
  const ordered = results.toSorted((a, b) => {
    if (order === 'latest') return 0;
    const [ofA, ofB] = order === 'weight' ? [a.grams, b.grams] : [a.gain ?? -Infinity, b.gain ?? -Infinity];
    return ofA === ofB ? (a.animal && b.animal ? byTag(a.animal, b.animal) : 0) : ofB - ofA;
  });
  const before = new Map(results.map((each) => [each.entry.id, each.before]));
  return (
    <>
      <p className="mb-2">
        On average {roundedWeightText(mean(results.map(({ grams }) => grams)))}
        {gains.length > 0 &&
          `, ${gainText(mean(gains))}${gains.length < results.length ? ` (${gains.length} weighed before)` : ''}`}
      </p>
      <Choice
        aria-label="Order"
        className="mb-2 print:hidden"
        value={order}
        onChange={setOrder}
        options={(Object.keys(orders) as Order[]).map((value) => ({ value, label: orders[value] }))}
      />
      {children(
        ordered.map(({ entry }) => entry),
        ({ id }) => before.get(id),
      )}
    </>
  );
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
