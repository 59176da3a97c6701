import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesTerms, type Species } from '#domain/records/animals.ts';
import { isPlanned } from '#domain/records/breeding.ts';
import { type MatingState, pregnancyFinder, stateLabels, stateOfMating } from '#domain/breeding/matings.ts';
import { type CalendarDate, daysBetween } from '#domain/values/dates.ts';
import { dueWindow, type Pregnancy } from '#domain/breeding/due-births.ts';
import { sexWord } from '#domain/records/births.ts';
import { today } from '#web/lib/text/today.ts';
import { fullName, statusLabels } from '#web/herd/animal/animal-labels.ts';
import { overdueText } from '#web/herd/day-text.ts';

export interface Breeding {
  readonly record: BreedingRecord;
  readonly father: Animal | undefined;
  readonly mother: Animal | undefined;
  readonly offspring: readonly Animal[];
  /** Her expected birth, if it may be from this mating; null if none is expected from it, absent if that is not known. */
  readonly pregnancy?: Pregnancy | null;
}

export function breedingsOf(
  records: readonly BreedingRecord[],
  animals: readonly Animal[],
  expected?: readonly Pregnancy[],
): readonly Breeding[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  const pregnancyFrom = expected && pregnancyFinder(expected);
  return records.map((record) => ({
    record,
    father: byId.get(record.fatherId),
    mother: byId.get(record.motherId),
    offspring: record.offspringIds.flatMap((id) => byId.get(id) ?? []),
    ...(pregnancyFrom && { pregnancy: pregnancyFrom(record) }),
  }));
}

const yearOf = ({ breedingDate }: BreedingRecord): string => breedingDate.slice(0, 4);

export const breedingYears = (records: readonly BreedingRecord[]): readonly string[] =>
  [...new Set(records.map(yearOf))].toSorted().toReversed();

export const ofYear = (records: readonly BreedingRecord[], year: string | undefined): readonly BreedingRecord[] =>
  year === undefined ? records : records.filter((record) => yearOf(record) === year);

export const speciesOf = ({ mother, father }: Breeding): Species | undefined => mother?.species ?? father?.species;

export const pairName = ({ mother, father }: Breeding): string =>
  [mother, father].map((mate) => (mate ? fullName(mate) : 'Deleted animal')).join(' × ');

export const birthWord = (species: Species | undefined): string => (species ? speciesTerms[species].birth : 'Birth');

export function youngWord(species: Species | undefined, count: number): string {
  const one = species ? speciesTerms[species].young : 'Offspring';
  return species && count !== 1 ? `${one}s` : one;
}

export const bredWord = ({ breedingDate }: BreedingRecord, day: CalendarDate): string =>
  isPlanned(breedingDate, day) ? 'Planned for' : 'Bred';

/** An overdue record is open as long as its birth is expected. */
export const stateOf = ({ record, mother, pregnancy }: Breeding): MatingState =>
  stateOfMating(record, mother, pregnancy, today());

export function stateText(breeding: Breeding): string {
  const { mother } = breeding;
  const state = stateOf(breeding);
  const hasLeft = state === 'ended' && mother && mother.status !== 'active';
  return hasLeft ? `${sexWord(mother)} ${statusLabels[mother.status].toLowerCase()}` : stateLabels[state];
}

/** Days before and after the due date in which the birth is likely. */
const nearDays = 14;

export interface Expectation {
  readonly dueDate: CalendarDate;
  /**
   * The last day on which the birth is likely, if `dueDate` has passed or she may have been mated on several days, of which `dueDate` is
   * then the first.
   */
  readonly until: CalendarDate | null;
  /** `'in 12 days'`, `'tomorrow'`, `'any day'`, `'3 days overdue'`. */
  readonly away: string;
  readonly isNear: boolean;
}

export function expectationOf(breeding: Breeding, now: CalendarDate): Expectation | undefined {
  const { expectedDueDate: dueDate } = breeding.record;
  if (dueDate === null || stateOf(breeding) !== 'pending') return undefined;
  const { pregnancy } = breeding;
  const window = pregnancy ? dueWindow(pregnancy) : undefined;
  const isSpan = window !== undefined && pregnancy?.bredUntil !== null;
  const first = isSpan ? window.from : dueDate;
  const ahead = daysBetween(now, first);
  const away = awayText(ahead, daysBetween(now, window?.to ?? dueDate), isSpan);
  return { dueDate: first, until: window && (isSpan || ahead < 0) ? window.to : null, away, isNear: ahead <= nearDays };
}

/** Within her window a female is not overdue, as on all other screens. */
function awayText(ahead: number, over: number, isSpan: boolean): string {
  if (over < 0) return overdueText({ daysOver: -over });
  if (ahead < 0 || (ahead === 0 && isSpan)) return 'any day';
  if (ahead === 0) return 'today';
  return ahead === 1 ? 'tomorrow' : `in ${ahead} days`;
}
