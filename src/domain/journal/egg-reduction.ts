import { addDays, type CalendarDate } from '../dates.ts';
import type { EventOf } from '../records/events.ts';
import type { Deworming } from './parasites.ts';

/** The faecal egg count reduction in per cent, rounded to a tenth; undefined if there were no eggs before. */
export const eggReduction = (before: number, after: number): number | undefined =>
  before <= 0 ? undefined : Math.round(((before - after) / before) * 1000) / 10;

export type Verdict = 'effective' | 'resistance' | 'useless' | 'tooFew' | 'tooLow';

export interface ReductionTest {
  readonly productName: string;
  /** The day of the treatment. */
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
  /** Means in eggs per gram. */
  readonly before: number;
  readonly after: number;
  readonly percent: number;
  readonly verdict: Verdict;
}

/** With fewer animals or eggs the result is left to chance. */
export const leastAnimals = 10;
export const leastEggs = 150;
/** Reductions below these percentages indicate resistance and a useless product. */
const effectivePercent = 95;
const uselessPercent = 65;

/** The first count is from the two weeks up to the treatment, and the second from 10 to 14 days after it. */
export const [firstDayAfter, lastDayAfter] = [10, 14];
const daysBefore = 14;

type Count = Pick<EventOf<'scores'>, 'animalId' | 'day' | 'eggCount' | 'isPooled'>;

interface Pair {
  readonly animalId: string;
  readonly before: number;
  readonly after: number;
}

/** One test for each product and day of treatment, from the animals with a count before and one after; newest first. */
export function reductionTests(dewormings: readonly Deworming[], counts: readonly Count[]): ReductionTest[] {
  const countsOf = Map.groupBy(
    counts.filter(({ eggCount, isPooled }) => eggCount !== null && !isPooled),
    ({ animalId }) => animalId,
  );
  const treatedOf = Map.groupBy(dewormings, ({ animalId }) => animalId);
  const tests = [...Map.groupBy(dewormings, ({ medicine, day }) => `${day} ${medicine}`).values()].flatMap((given) => {
    const [first] = given;
    const animalIds = [...new Set(given.map(({ animalId }) => animalId))];
    const pairs = animalIds.flatMap(
      (animalId) => (first && pairOf(animalId, first.day, countsOf.get(animalId) ?? [], treatedOf.get(animalId) ?? [])) ?? [],
    );
    return (first && testOf(first, pairs)) ?? [];
  });
  return tests.toSorted((a, b) => (a.day < b.day ? 1 : -1));
}

/** Skips animals that were dewormed again before the second count, which would invalidate it. */
function pairOf(
  animalId: string,
  day: CalendarDate,
  counts: readonly Count[],
  dewormings: readonly Deworming[],
): Pair | undefined {
  const inOrder = counts.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const before = inOrder.findLast((count) => count.day <= day && count.day >= addDays(day, -daysBefore))?.eggCount;
  const second = inOrder.find((count) => count.day >= addDays(day, firstDayAfter) && count.day <= addDays(day, lastDayAfter));
  const after = second?.eggCount;
  const isSpoilt = dewormings.some((other) => other.day > day && second !== undefined && other.day <= second.day);
  return typeof before !== 'number' || typeof after !== 'number' || isSpoilt ? undefined : { animalId, before, after };
}

function testOf({ productName, day }: Deworming, pairs: readonly Pair[]): ReductionTest | undefined {
  const before = mean(pairs.map((pair) => pair.before));
  const after = mean(pairs.map((pair) => pair.after));
  const percent = eggReduction(before, after);
  if (percent === undefined) return undefined;
  return {
    productName,
    day,
    animalIds: pairs.map(({ animalId }) => animalId),
    before,
    after,
    percent,
    verdict: verdictOf(pairs.length, before, percent),
  };
}

function verdictOf(animals: number, before: number, percent: number): Verdict {
  if (animals < leastAnimals) return 'tooFew';
  if (before < leastEggs) return 'tooLow';
  if (percent >= effectivePercent) return 'effective';
  return percent < uselessPercent ? 'useless' : 'resistance';
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
