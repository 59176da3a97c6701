import { type CalendarDate, daysBetween } from '../values/dates.ts';
import { compareText } from '../values/text.ts';
import type { Grams } from '../values/units.ts';

interface Worklist {
  /** The animals that were expected when it began. */
  readonly animalIds: readonly string[];
}

interface Entry {
  readonly id: string;
  readonly animalId: string;
  readonly createdAt: string;
}

export interface Progress<E extends Entry> {
  readonly expected: number;
  /** The number of expected animals that were entered. */
  readonly done: number;
  /** Expected and still on the farm, in the order of the list. */
  readonly missing: readonly string[];
  /** Each animal once, the latest first. Work that takes the animals as they come expects none, and none is unexpected. */
  readonly unexpected: readonly string[];
  /** The latest entry of each animal, which is the one that counts. */
  readonly entries: ReadonlyMap<string, E>;
  /** Earlier entries of animals that have a later one, as when two phones record the same animal. */
  readonly repeated: readonly E[];
}

/** The progress, computed from the events of the worklist without voided ones. */
export function progressOf<E extends Entry>(
  { animalIds }: Worklist,
  entries: readonly E[],
  isHere: (animalId: string) => boolean,
): Progress<E> {
  const last = new Map<string, E>();
  const repeated: E[] = [];
  for (const entry of entries.toSorted(compareEntries)) {
    const earlier = last.get(entry.animalId);
    if (earlier) repeated.push(earlier);
    // Deleting first moves the animal to the end.
    last.delete(entry.animalId);
    last.set(entry.animalId, entry);
  }
  const expected = new Set(animalIds);
  return {
    expected: expected.size,
    done: [...expected].filter((id) => last.has(id)).length,
    missing: [...expected].filter((id) => !last.has(id) && isHere(id)),
    unexpected: expected.size === 0 ? [] : [...last.keys()].filter((id) => !expected.has(id)).toReversed(),
    entries: last,
    repeated,
  };
}

const compareEntries = (a: Entry, b: Entry): number => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);

interface Weighed {
  readonly grams: Grams;
  readonly day: CalendarDate;
  /** Nobody weighed it. */
  readonly isEstimate?: boolean | undefined;
}

export interface WeightDoubt {
  readonly percent: number;
  readonly isLess: boolean;
  readonly days: number;
}

/** The share of its weight that an animal hardly loses in so many days. The more days, the more a birth or a winter explains. */
const doubtedLoss = (days: number): number => (days <= 14 ? 0.2 : days <= 60 ? 0.3 : 0.5);

const doubtedGain = 0.5;
/** Lambs and kids do not grow faster than this. */
const maxGramsPerDay = 1000;

/** The reason to doubt a weight; undefined if there is none. */
export function doubtWeight({ grams, day }: Weighed, before: Weighed | undefined): WeightDoubt | undefined {
  if (!before || before.day > day) return undefined;
  const days = daysBetween(before.day, day);
  const change = grams - before.grams;
  const isTooLittle = change <= -doubtedLoss(days) * before.grams;
  const isTooMuch = change > doubtedGain * before.grams && change > maxGramsPerDay * Math.max(days, 1);
  if (!isTooLittle && !isTooMuch) return undefined;
  return { percent: Math.round((Math.abs(change) / before.grams) * 100), isLess: change < 0, days };
}

/** Grams per day between two weighings; undefined if they are on the same day, or if one is an estimate, which is in no rate. */
export function gainBetween(before: Weighed | undefined, { grams, day, isEstimate }: Weighed): number | undefined {
  const days = before ? daysBetween(before.day, day) : 0;
  if (!before || before.isEstimate || isEstimate || days <= 0) return undefined;
  return (grams - before.grams) / days;
}
