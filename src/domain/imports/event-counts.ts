import { groupThousands } from '../values/money.ts';
import { entryNameOf, eventKindNames, type EventKind } from '../records/events.ts';

/** Matings are also times with males. */
const others = ['breedingRecord', 'place', 'group', 'chore'] as const;
export const recordedKinds = [...eventKindNames, ...others] as const;
export type RecordedKind = (typeof recordedKinds)[number];

export const kindOfList = { places: 'place', groups: 'group', chores: 'chore' } as const;

/** How many records of a kind there are; none is missing. */
export type RecordCounts = { readonly [K in RecordedKind]?: number };

const words: Readonly<Partial<Record<EventKind, readonly [one: string, many: string]>>> &
  Readonly<Record<(typeof others)[number], readonly [one: string, many: string]>> = {
  breedingRecord: ['mating', 'matings'],
  place: ['place', 'places'],
  group: ['group', 'groups'],
  chore: ['task', 'tasks'],
  breedingValues: ['set of breeding values', 'sets of breeding values'],
  scores: ['scoring', 'scorings'],
  hooves: ['hoof trimming', 'hoof trimmings'],
  dryOff: ['drying off', 'dryings off'],
  birthCheck: ['check after birth', 'checks after birth'],
};

export function countKinds(kinds: Iterable<RecordedKind>, before: RecordCounts = {}): RecordCounts {
  const counts: { [K in RecordedKind]?: number } = { ...before };
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** `1 weight`, `2 deaths`. */
export const countTexts = (counts: RecordCounts): string[] =>
  (Object.entries(counts) as [RecordedKind, number][]).map(([kind, number]) => {
    const [one = entryNameOf(kind as EventKind).toLowerCase(), many = `${one}s`] = words[kind] ?? [];
    return `${groupThousands(number)} ${number === 1 ? one : many}`;
  });
