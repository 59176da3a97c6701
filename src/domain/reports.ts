import { type AnimalStatus, healthLabels, healthStatuses, speciesList, type Species } from './records/animals.ts';
import { type MatingState, matingStates } from './breeding/matings.ts';
import type { CalendarDate } from './values/dates.ts';

/** Both ends are included; an absent end is open. */
export interface DateRange {
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
}

export const isWithin = (date: CalendarDate, { from, to }: DateRange): boolean =>
  (from === undefined || date >= from) && (to === undefined || date <= to);

export const validateRange = ({ from, to }: DateRange): string | undefined =>
  from !== undefined && to !== undefined && to < from ? 'The end date is before the start date' : undefined;

export interface Share<K extends string = string> {
  readonly key: K;
  readonly count: number;
  /** Rounded by itself, so that the same share is the same number everywhere; those of one chart may sum to 99 or 101. */
  readonly percent: number;
  /** Neither 0% for some animals nor 100% for fewer than all. */
  readonly text: string;
}

interface CountedAnimal {
  readonly status: AnimalStatus;
  readonly species: Species;
  readonly healthStatus: string;
}

export const speciesShares = (animals: readonly CountedAnimal[]): readonly Share<Species>[] =>
  countShares(
    activeAnimals(animals).map(({ species }) => species),
    speciesList,
  );

export function healthShares(animals: readonly CountedAnimal[]): readonly Share[] {
  const values = activeAnimals(animals).map(({ healthStatus }) => healthStatus);
  const offScale = new Set(values.filter((status) => !Object.hasOwn(healthLabels, status)));
  return countShares<string>(values, [...healthStatuses, ...[...offScale].toSorted()]);
}

const activeAnimals = (animals: readonly CountedAnimal[]) => animals.filter(({ status }) => status === 'active');

function countShares<K extends string>(values: readonly K[], keys: readonly K[]): readonly Share<K>[] {
  if (values.length === 0) return [];
  const counts = keys.map((key) => values.filter((one) => one === key).length);
  return keys.map((key, index) => {
    const count = counts[index] ?? 0;
    const percent = Math.round((count / values.length) * 100);
    return { key, count, percent, text: percentText(percent, count, values.length) };
  });
}

function percentText(percent: number, count: number, total: number): string {
  if (percent === 0 && count > 0) return 'under 1%';
  if (percent === 100 && count < total) return 'over 99%';
  return `${percent}%`;
}

interface BreedingSummary {
  readonly fatherId: string;
  readonly motherId: string;
  readonly breedingDate: CalendarDate;
  readonly state: string;
}

export interface PairCount extends Readonly<Record<MatingState, number>> {
  readonly fatherId: string;
  readonly motherId: string;
  readonly total: number;
  readonly lastBred: CalendarDate;
}

export function pairCounts(records: readonly BreedingSummary[], range: DateRange): readonly PairCount[] {
  const bred = records.filter(({ breedingDate }) => isWithin(breedingDate, range));
  const pairs = Map.groupBy(bred, ({ fatherId, motherId }) => `${fatherId} ${motherId}`);
  return [...pairs.values()]
    .map(countPair)
    .toSorted((a, b) => b.total - a.total || b.lastBred.localeCompare(a.lastBred) || compareIds(a, b));
}

function countPair(records: readonly BreedingSummary[]): PairCount {
  const { fatherId, motherId } = records[0] as BreedingSummary;
  const counts: Record<MatingState, number> = { pending: 0, successful: 0, unsuccessful: 0, ended: 0 };
  for (const { state } of records) counts[knownState(state)] += 1;
  const lastBred = records.reduce((last, { breedingDate }) => (breedingDate > last ? breedingDate : last), '');
  return { fatherId, motherId, ...counts, total: records.length, lastBred };
}

/** Anything that is not an outcome counts as pending (specification, section 3). */
const knownState = (state: string): MatingState => matingStates.find((known) => known === state) ?? 'pending';

const compareIds = (a: PairCount, b: PairCount): number =>
  a.fatherId.localeCompare(b.fatherId) || a.motherId.localeCompare(b.motherId);
