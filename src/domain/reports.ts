import { type AnimalStatus, healthLabels, healthStatuses, speciesList, type Species } from './animals.ts';
import { type BreedingOutcome, breedingOutcomes } from './breeding.ts';
import type { CalendarDate } from './dates.ts';

/** From one day to another, both included; a side that is not given is open. */
export interface DateRange {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

export const isWithin = (date: CalendarDate, { from, to }: DateRange): boolean =>
  (from === undefined || date >= from) && (to === undefined || date <= to);

/** What is wrong with a range of days, as a sentence; undefined when nothing is. */
export const validateRange = ({ from, to }: DateRange): string | undefined =>
  from !== undefined && to !== undefined && to < from ? 'The end date is before the start date' : undefined;

/** One slice of a pie. */
export interface Share<K extends string = string> {
  readonly key: K;
  readonly count: number;
  /** Whole; the shares of one pie make 100 together. */
  readonly percent: number;
  /** `percent` as it is read: one animal of many is not none, and all but one are not all. */
  readonly text: string;
}

interface Counted {
  readonly status: AnimalStatus;
  readonly species: Species;
  readonly healthStatus: string;
}

/** Active animals by species, a species without any too; nothing where no animal is active. */
export const speciesShares = (animals: readonly Counted[]): readonly Share<Species>[] =>
  sharesOf(
    activeOnes(animals).map(({ species }) => species),
    speciesList,
  );

/** Active animals by health from poor to excellent; what is off the scale comes after it, raw. Nothing where no animal is active. */
export function healthShares(animals: readonly Counted[]): readonly Share[] {
  const found = activeOnes(animals).map(({ healthStatus }) => healthStatus);
  const offScale = new Set(found.filter((status) => !Object.hasOwn(healthLabels, status)));
  return sharesOf<string>(found, [...healthStatuses, ...[...offScale].toSorted()]);
}

const activeOnes = (animals: readonly Counted[]) => animals.filter(({ status }) => status === 'active');

function sharesOf<K extends string>(found: readonly K[], keys: readonly K[]): readonly Share<K>[] {
  if (found.length === 0) return [];
  const counts = keys.map((key) => found.filter((one) => one === key).length);
  const percents = wholePercents(counts);
  return keys.map((key, place) => {
    const [count, percent] = [counts[place] ?? 0, percents[place] ?? 0];
    return { key, count, percent, text: percentText(percent, count, found.length) };
  });
}

function percentText(percent: number, count: number, total: number): string {
  if (percent === 0 && count > 0) return 'under 1%';
  if (percent === 100 && count < total) return 'over 99%';
  return `${percent}%`;
}

/** Whole percentages that make 100: rounded down, and what is left goes to those that lost most by it (largest remainder). */
export function wholePercents(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const percents = counts.map((count) => Math.floor((count * 100) / total));
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const byLoss = counts
    .map((count, place) => ({ place, loss: (count * 100) % total, count }))
    .toSorted((a, b) => b.loss - a.loss || b.count - a.count);
  for (const { place } of byLoss.slice(0, missing)) percents[place] = (percents[place] ?? 0) + 1;
  return percents;
}

interface Bred {
  readonly fatherId: string;
  readonly motherId: string;
  readonly breedingDate: CalendarDate;
  readonly outcome: string;
}

/** The breedings of one father with one mother, counted by outcome. */
export interface PairCount extends Readonly<Record<BreedingOutcome, number>> {
  readonly fatherId: string;
  readonly motherId: string;
  readonly total: number;
  readonly lastBred: CalendarDate;
}

/** The pairs bred in the range: those with most records first, among equals the one bred last. */
export function pairCounts(records: readonly Bred[], range: DateRange): readonly PairCount[] {
  const bred = records.filter(({ breedingDate }) => isWithin(breedingDate, range));
  const pairs = Map.groupBy(bred, ({ fatherId, motherId }) => `${fatherId} ${motherId}`);
  return [...pairs.values()]
    .map(countPair)
    .toSorted((a, b) => b.total - a.total || b.lastBred.localeCompare(a.lastBred) || compareIds(a, b));
}

function countPair(records: readonly Bred[]): PairCount {
  const { fatherId, motherId } = records[0] as Bred;
  const counts: Record<BreedingOutcome, number> = { pending: 0, successful: 0, unsuccessful: 0 };
  for (const { outcome } of records) counts[reportedOutcome(outcome)] += 1;
  const lastBred = records.reduce((last, { breedingDate }) => (breedingDate > last ? breedingDate : last), '');
  return { fatherId, motherId, ...counts, total: records.length, lastBred };
}

/** Anything that is not an outcome counts as pending (specification, section 3). */
const reportedOutcome = (outcome: string): BreedingOutcome => breedingOutcomes.find((known) => known === outcome) ?? 'pending';

const compareIds = (a: PairCount, b: PairCount): number =>
  a.fatherId.localeCompare(b.fatherId) || a.motherId.localeCompare(b.motherId);
