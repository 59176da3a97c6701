import { type CalendarDate, daysBetween } from '../values/dates.ts';
import { gramsPerPound } from '../values/weights.ts';

/** The length of the standard lactation by which yields are compared. */
export const lactationDays = 305;

/** Milk is recorded in millilitres and shown in the farm's unit of weight. */
export const gramsOfMilk = (ml: number): number => ml * 1.03;

/** The USDA treats a test day of a goat as an error if it exceeds the expected amount by more than this. */
const maxExcessGrams = 12 * gramsPerPound;

interface Milking {
  readonly animalId: string;
  readonly day: CalendarDate;
  readonly amountMl: number;
}

interface TestDay {
  readonly day: CalendarDate;
  /** The sum of all milkings recorded for the day. */
  readonly ml: number;
}

interface Yield {
  readonly days: number;
  readonly ml: number;
}

export interface Lactation {
  /** 1 for the lactation after her first recorded birth: an older ewe may have had others. */
  readonly number: number;
  readonly from: CalendarDate;
  readonly tests: readonly TestDay[];
  readonly driedOff: CalendarDate | null;
  /** The yield of at most 305 days, until she was dried off or else the last test day; null with only one test day. */
  readonly standard: Yield | null;
  /** The yield of the whole lactation; null unless it lasted longer than 305 days. */
  readonly whole: Yield | null;
}

export interface MilkRecord {
  /** In chronological order, without lactations for which no milk is recorded. */
  readonly lactations: readonly Lactation[];
  /** Test days before the first birth that is known. */
  readonly withoutBirth: readonly TestDay[];
}

interface HasDay {
  readonly animalId: string;
  readonly day: CalendarDate;
}

interface Recorded {
  readonly births: readonly { readonly damId: string; readonly day: CalendarDate }[];
  readonly milkings: readonly Milking[];
  readonly driedOff: readonly HasDay[];
}

/** The records of the females with milk, by their ids. */
export function milkRecords({ births, milkings, driedOff }: Recorded): ReadonlyMap<string, MilkRecord> {
  const birthsOf = Map.groupBy(births, ({ damId }) => damId);
  const driedOffOf = Map.groupBy(driedOff, ({ animalId }) => animalId);
  return new Map(
    [...Map.groupBy(milkings, ({ animalId }) => animalId)].map(([damId, own]) => {
      const starts = [...new Set((birthsOf.get(damId) ?? []).map(({ day }) => day))].toSorted();
      const ends = (driedOffOf.get(damId) ?? []).map(({ day }) => day).toSorted();
      return [damId, recordOf(testDaysOf(own), starts, ends)];
    }),
  );
}

function testDaysOf(milkings: readonly Milking[]): readonly TestDay[] {
  return [...Map.groupBy(milkings, ({ day }) => day)]
    .map(([day, ofDay]) => ({ day, ml: ofDay.reduce((sum, { amountMl }) => sum + amountMl, 0) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

function recordOf(tests: readonly TestDay[], starts: readonly CalendarDate[], ends: readonly CalendarDate[]): MilkRecord {
  const [first] = starts;
  const lactations = starts.flatMap((from, index): Lactation[] => {
    const next = starts[index + 1];
    const isWithin = (day: CalendarDate): boolean => day >= from && (next === undefined || day < next);
    const own = tests.filter(({ day }) => isWithin(day));
    const last = own.at(-1);
    if (!last) return [];
    // She was not dry yet if milk is recorded after that day.
    const driedOff = ends.find((day) => isWithin(day) && day >= last.day) ?? null;
    const days = daysBetween(from, driedOff ?? last.day);
    const yieldIn = (most: number): Yield => ({ days: Math.min(days, most), ml: milkBetween(own, from, Math.min(days, most)) });
    const isKnown = own.length > 1;
    return [
      {
        number: index + 1,
        from,
        tests: own,
        driedOff,
        standard: isKnown ? yieldIn(lactationDays) : null,
        whole: isKnown && days > lactationDays ? yieldIn(days) : null,
      },
    ];
  });
  return { lactations, withoutBirth: tests.filter(({ day }) => first === undefined || day < first) };
}

/**
 * The Test Interval Method (ICAR guidelines, section 2, procedure 2): each half of the time between two test days has the yield of the
 * nearer one; the time before the first and after the last has theirs.
 */
function milkBetween(tests: readonly TestDay[], from: CalendarDate, days: number): number {
  const at = tests.map(({ day }) => daysBetween(from, day));
  const within = (day: number): number => Math.min(Math.max(day, 0), days);
  return tests.reduce((sum, { ml }, index) => {
    const [before, own, after] = [at[index - 1], at[index] ?? 0, at[index + 1]];
    const start = before === undefined ? 0 : (before + own) / 2;
    const end = after === undefined ? days : (own + after) / 2;
    return sum + ml * (within(end) - within(start));
  }, 0);
}

/** Test days further apart are not used to estimate each other. */
const maxDaysApart = 75;

/** The amount to expect on a day, from the nearest test days of the same lactation; undefined if none is near. */
export function expectedMl(milkings: readonly Milking[], births: readonly CalendarDate[], day: CalendarDate): number | undefined {
  const from =
    births
      .filter((birth) => birth <= day)
      .toSorted()
      .at(-1) ?? '';
  const next = births.filter((birth) => birth > day).toSorted()[0] ?? '9999-12-31';
  const near = testDaysOf(milkings).filter(
    (test) => test.day !== day && test.day >= from && test.day < next && Math.abs(daysBetween(test.day, day)) <= maxDaysApart,
  );
  const before = near.findLast((test) => test.day < day);
  const after = near.find((test) => test.day > day);
  if (!before || !after) return (before ?? after)?.ml;
  const part = daysBetween(before.day, day) / daysBetween(before.day, after.day);
  return before.ml + (after.ml - before.ml) * part;
}

/** Whether the amount is probably mistyped. It is shown as such before it is stored, and never refused. */
export const isFarBeyond = (ml: number, expected: number): boolean => gramsOfMilk(ml - expected) > maxExcessGrams;
