import { plural } from '#domain/plural.ts';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import { speciesTerms, type AnimalStatus, type Species } from '#domain/animals.ts';
import { isPlanned } from '#domain/breeding.ts';
import { type CalendarDate, daysBetween } from '#domain/dates.ts';
import { fullName, sexWord, statusLabels } from '#web/herd/animal-labels.ts';
import { outcomeLabels } from './outcome-labels.ts';

export interface Breeding {
  readonly record: BreedingRecord;
  readonly father: Animal | undefined;
  readonly mother: Animal | undefined;
  readonly offspring: readonly Animal[];
}

export function breedingsOf(records: readonly BreedingRecord[], animals: readonly Animal[]): readonly Breeding[] {
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  return records.map((record) => ({
    record,
    father: byId.get(record.fatherId),
    mother: byId.get(record.motherId),
    offspring: record.offspringIds.flatMap((id) => byId.get(id) ?? []),
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

export const bredWord = ({ breedingDate }: BreedingRecord, today: CalendarDate): string =>
  isPlanned(breedingDate, today) ? 'Planned for' : 'Bred';

/** The farm expects no birth of a female that died or was sold; the stored outcome stays as it is. */
export function closedBy({ record, mother }: Breeding): Exclude<AnimalStatus, 'active'> | undefined {
  const isOpen = record.outcome === 'pending' && record.actualBirthDate === null;
  return isOpen && mother && mother.status !== 'active' ? mother.status : undefined;
}

export function outcomeText(breeding: Breeding): string {
  const { record, mother } = breeding;
  const closed = closedBy(breeding);
  return closed && mother ? `${sexWord(mother)} ${statusLabels[closed].toLowerCase()}` : outcomeLabels[record.outcome];
}

/** Days before and after the due date in which the birth is likely. */
const nearDays = 14;

export interface Expectation {
  readonly dueDate: CalendarDate;
  /** `'in 12 days'`, `'tomorrow'`, `'3 days overdue'`. */
  readonly away: string;
  readonly isNear: boolean;
}

export function expectationOf(breeding: Breeding, today: CalendarDate): Expectation | undefined {
  const { expectedDueDate: dueDate, actualBirthDate, outcome } = breeding.record;
  if (dueDate === null || actualBirthDate !== null || outcome !== 'pending' || closedBy(breeding)) return undefined;
  const days = daysBetween(today, dueDate);
  return { dueDate, away: awayText(days), isNear: days <= nearDays };
}

function awayText(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days > 0 ? `in ${days} days` : `${plural(-days, 'day')} overdue`;
}
