import { addMonths, type CalendarDate, firstDay } from './dates.ts';

export const speciesList = ['goat', 'sheep'] as const;
export type Species = (typeof speciesList)[number];
export const sexes = ['male', 'female'] as const;
export type Sex = (typeof sexes)[number];
export const animalStatuses = ['active', 'sold', 'died'] as const;
export type AnimalStatus = (typeof animalStatuses)[number];
export const healthStatuses = ['1', '2', '3', '4', '5'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export const healthLabels: Readonly<Record<HealthStatus, string>> = {
  1: 'Poor',
  2: 'Fair',
  3: 'Good',
  4: 'Very Good',
  5: 'Excellent',
};

/** `'4'` → `'4 - Very Good'`; anything off the scale is shown raw. */
export const healthText = (status: string): string => (isOnScale(status) ? `${status} - ${healthLabels[status]}` : status);

const isOnScale = (status: string): status is HealthStatus => Object.hasOwn(healthLabels, status);

interface Words {
  readonly female: string;
  readonly male: string;
  readonly young: string;
  readonly birth: string;
}

/** What a farmer calls them (docs/domain.md: vocabulary). */
export const speciesWords: Readonly<Record<Species, Words>> = {
  goat: { female: 'Doe', male: 'Buck', young: 'Kid', birth: 'Kidding' },
  sheep: { female: 'Ewe', male: 'Ram', young: 'Lamb', birth: 'Lambing' },
};

export interface Aged {
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
}

/** The first day the animal can have been born: its birth date, or the first day of a year that is all that is known. */
export const earliestBirth = ({ birthDate, birthYear }: Aged): CalendarDate | null =>
  birthDate ?? (birthYear === null ? null : `${birthYear}-01-01`);

/** The last day the animal can have been born. */
export const latestBirth = ({ birthDate, birthYear }: Aged): CalendarDate | null =>
  birthDate ?? (birthYear === null ? null : `${birthYear}-12-31`);

/** What is wrong with the birth date or year, as a sentence; undefined when nothing is, or when neither is known. */
export function validateBirth(animal: Aged, today: CalendarDate): string | undefined {
  const [first, last] = [latestBirth(animal), earliestBirth(animal)];
  if (first !== null && first < firstDay) return 'An animal cannot be born before 1980';
  return last !== null && last > today ? 'An animal cannot be born in the future' : undefined;
}

/** Whether the animal was certainly not born yet on a day; where only a year is known, on a day before that year. */
export function isBeforeBirth(day: CalendarDate, animal: Aged): boolean {
  const born = earliestBirth(animal);
  return born !== null && day < born;
}

export const isHealthy = (animal: { healthStatus: string }): boolean => ['3', '4', '5'].includes(animal.healthStatus);

/** Goats and sheep reach puberty at four to six months (LSU AgCenter, page1593701645425). */
export const breedingAgeMonths = 6;

/** Male, active and certainly at least six months old. */
export const isBreedingMale = (animal: Aged & { sex: Sex; status: AnimalStatus }, today: CalendarDate): boolean =>
  animal.sex === 'male' && animal.status === 'active' && isOfBreedingAge(animal, today) === true;

/** Whether the animal is certainly old enough to breed on a day, where only a year is known by its last day; undefined: nothing is known. */
export function isOfBreedingAge(animal: Aged, day: CalendarDate): boolean | undefined {
  const born = latestBirth(animal);
  return born === null ? undefined : addMonths(born, breedingAgeMonths) <= day;
}

/** Active animals in poor or fair health, worst first, then older first (an unknown age last). */
export function healthConcerns<A extends Aged & { healthStatus: string; status: AnimalStatus }>(animals: readonly A[]): A[] {
  return animals
    .filter((animal) => animal.status === 'active' && (animal.healthStatus === '1' || animal.healthStatus === '2'))
    .toSorted(
      (a, b) =>
        a.healthStatus.localeCompare(b.healthStatus) || (earliestBirth(a) ?? '9999').localeCompare(earliestBirth(b) ?? '9999'),
    );
}

/** Only these endings are shown as pictures; anything else gets the placeholder. */
export const isPictureUrl = (url: string | null | undefined): url is string => /\.(?:jpe?g|png|gif|webp)$/i.test(url ?? '');
