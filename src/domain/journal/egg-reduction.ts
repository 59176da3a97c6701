import { addDays, type CalendarDate } from '../values/dates.ts';
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
  /** What the untreated animals tell that were counted on the same days, if there are enough of them. */
  readonly control: Control | null;
  readonly verdict: Verdict;
}

interface Control {
  readonly animals: number;
  /** The mean of their second counts. */
  readonly after: number;
  /** By how much the second counts of the treated animals are less than theirs. */
  readonly percent: number;
}

/** With fewer animals or eggs the result is left to chance. */
export const minAnimals = 10;
export const minEggs = 150;
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
  return treatmentsOf(dewormings, counts).flatMap(({ first, animals, others }) => {
    const pairs = animals.flatMap((animal) => pairOf(animal, first.day) ?? []);
    return (
      testOf(
        first,
        pairs,
        others.flatMap((animal) => untreatedPairOf(animal, first.day) ?? []),
      ) ?? []
    );
  });
}

export interface OpenTest extends Pick<ReductionTest, 'productName' | 'day' | 'animalIds'> {
  readonly firstDay: CalendarDate;
  readonly lastDay: CalendarDate;
}

/** The tests with enough animals for a result that are still to be counted, or may be, from the first to the last day; newest first. */
export function openTests(dewormings: readonly Deworming[], counts: readonly Count[], today: CalendarDate): OpenTest[] {
  return treatmentsOf(dewormings, counts).flatMap(({ first: { productName, day }, animals }) => {
    const begun = animals.filter((animal) => countBefore(animal, day) !== undefined && !isTreatedAgain(animal, day, today));
    const animalIds = begun.filter((animal) => !countAfter(animal, day)).map(({ animalId }) => animalId);
    const [firstDay, lastDay] = [addDays(day, firstDayAfter), addDays(day, lastDayAfter)];
    const isOpen = begun.length >= minAnimals && animalIds.length > 0 && today <= lastDay;
    return isOpen ? [{ productName, day, animalIds, firstDay, lastDay }] : [];
  });
}

interface TreatedAnimal {
  readonly animalId: string;
  /** From the first day to the last. */
  readonly counts: readonly Count[];
  readonly dewormings: readonly Deworming[];
}

/** The animals that were given one product on one day, and the others that have counts; newest first. */
function treatmentsOf(dewormings: readonly Deworming[], counts: readonly Count[]) {
  const countsOf = Map.groupBy(
    counts.filter(({ eggCount, isPooled }) => eggCount !== null && !isPooled).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ({ animalId }) => animalId,
  );
  const treatedOf = Map.groupBy(dewormings, ({ animalId }) => animalId);
  const treatedOn = [...Map.groupBy(dewormings, ({ medicine, day }) => `${day} ${medicine}`).values()];
  const animalOf = (animalId: string): TreatedAnimal => ({
    animalId,
    counts: countsOf.get(animalId) ?? [],
    dewormings: treatedOf.get(animalId) ?? [],
  });
  const treatments = treatedOn.flatMap((given) => {
    const treated = new Set(given.map(({ animalId }) => animalId));
    const animals = [...treated].map(animalOf);
    const others = [...countsOf.keys()].filter((animalId) => !treated.has(animalId)).map(animalOf);
    return given.slice(0, 1).map((first) => ({ first, animals, others }));
  });
  return treatments.toSorted((a, b) => (a.first.day < b.first.day ? 1 : -1));
}

const countBefore = ({ counts }: TreatedAnimal, day: CalendarDate): Count | undefined =>
  counts.findLast((count) => count.day <= day && count.day >= addDays(day, -daysBefore));

const countAfter = ({ counts }: TreatedAnimal, day: CalendarDate): Count | undefined =>
  counts.find((count) => count.day >= addDays(day, firstDayAfter) && count.day <= addDays(day, lastDayAfter));

const isTreatedAgain = ({ dewormings }: TreatedAnimal, day: CalendarDate, until: CalendarDate): boolean =>
  dewormings.some((other) => other.day > day && other.day <= until);

/** Skips animals that were dewormed again before the second count, which would invalidate it. */
function pairOf(animal: TreatedAnimal, day: CalendarDate): Pair | undefined {
  const before = countBefore(animal, day)?.eggCount;
  const second = countAfter(animal, day);
  const after = second?.eggCount;
  if (typeof before !== 'number' || typeof after !== 'number' || !second) return undefined;
  return isTreatedAgain(animal, day, second.day) ? undefined : { animalId: animal.animalId, before, after };
}

/** The counts of an animal that got no dewormer from two weeks before the treatment of the others until its second count. */
function untreatedPairOf(animal: TreatedAnimal, day: CalendarDate): Pair | undefined {
  return isTreatedAgain(animal, addDays(day, -daysBefore - 1), day) ? undefined : pairOf(animal, day);
}

function testOf({ productName, day }: Deworming, pairs: readonly Pair[], untreated: readonly Pair[]): ReductionTest | undefined {
  const before = mean(pairs.map((pair) => pair.before));
  const after = mean(pairs.map((pair) => pair.after));
  const percent = eggReduction(before, after);
  if (percent === undefined) return undefined;
  const control = controlOf(untreated, after);
  return {
    productName,
    day,
    animalIds: pairs.map(({ animalId }) => animalId),
    before,
    after,
    percent,
    control,
    verdict: verdictOf(pairs.length, before, control?.percent ?? percent),
  };
}

function controlOf(untreated: readonly Pair[], afterTreatment: number): Control | null {
  if (untreated.length < minAnimals) return null;
  const after = mean(untreated.map((pair) => pair.after));
  const percent = eggReduction(after, afterTreatment);
  return percent === undefined ? null : { animals: untreated.length, after, percent };
}

function verdictOf(animals: number, before: number, percent: number): Verdict {
  if (animals < minAnimals) return 'tooFew';
  if (before < minEggs) return 'tooLow';
  if (percent >= effectivePercent) return 'effective';
  return percent < uselessPercent ? 'useless' : 'resistance';
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
