import { groupThousands } from '../money.ts';
import { entryNameOf, type EventKind } from '../records/events.ts';

/** How many events of a kind there are; none is missing. */
export type EventCounts = { readonly [K in EventKind]?: number };

const words: Readonly<Partial<Record<EventKind, readonly [one: string, many: string]>>> = {
  breedingValues: ['set of breeding values', 'sets of breeding values'],
  scores: ['scoring', 'scorings'],
  hooves: ['hoof trimming', 'hoof trimmings'],
  dryOff: ['drying off', 'dryings off'],
  birthCheck: ['check after birth', 'checks after birth'],
};

export function countKinds(kinds: Iterable<EventKind>, before: EventCounts = {}): EventCounts {
  const counts: { [K in EventKind]?: number } = { ...before };
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** `1 weight`, `2 deaths`. */
export const countTexts = (counts: EventCounts): string[] =>
  (Object.entries(counts) as [EventKind, number][]).map(([kind, number]) => {
    const [one = entryNameOf(kind).toLowerCase(), many = `${one}s`] = words[kind] ?? [];
    return `${groupThousands(number)} ${number === 1 ? one : many}`;
  });
