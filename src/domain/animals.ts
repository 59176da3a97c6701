import { addMonths, type CalendarDate, earliestDate } from './dates.ts';

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

/** Of an animal of which nobody says how it is. */
export const defaultHealthStatus = '3' satisfies HealthStatus;

/** No checkup says how it is, and nobody has said it otherwise, as after an import. */
export const isNotLookedAt = ({ healthStatus }: { readonly healthStatus: string }, checkedOn: string | null): boolean =>
  checkedOn === null && healthStatus === defaultHealthStatus;

export const notLookedAt = 'Not yet looked at';

export const healthText = (status: string): string => (isOnScale(status) ? `${status} - ${healthLabels[status]}` : status);

const isOnScale = (status: string): status is HealthStatus => Object.hasOwn(healthLabels, status);

interface SpeciesTerms {
  readonly female: string;
  readonly male: string;
  readonly young: string;
  readonly birth: string;
  /** What she did: 'She lambed'. */
  readonly gaveBirth: string;
}

export const speciesTerms: Readonly<Record<Species, SpeciesTerms>> = {
  goat: { female: 'Doe', male: 'Buck', young: 'Kid', birth: 'Kidding', gaveBirth: 'kidded' },
  sheep: { female: 'Ewe', male: 'Ram', young: 'Lamb', birth: 'Lambing', gaveBirth: 'lambed' },
};

export interface HasBirth {
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
}

export const earliestBirth = ({ birthDate, birthYear }: HasBirth): CalendarDate | null =>
  birthDate ?? (birthYear === null ? null : `${birthYear}-01-01`);

export const latestBirth = ({ birthDate, birthYear }: HasBirth): CalendarDate | null =>
  birthDate ?? (birthYear === null ? null : `${birthYear}-12-31`);

export function validateBirth(animal: HasBirth, today: CalendarDate): string | undefined {
  const [first, last] = [latestBirth(animal), earliestBirth(animal)];
  if (first !== null && first < earliestDate) return 'An animal cannot be born before 1980';
  return last !== null && last > today ? 'An animal cannot be born in the future' : undefined;
}

/** True only if the animal was certainly not born yet on `day`; if only the year is known, on a day before that year. */
export function isBeforeBirth(day: CalendarDate, animal: HasBirth): boolean {
  const born = earliestBirth(animal);
  return born !== null && day < born;
}

export const isHealthy = (animal: { healthStatus: string }): boolean => ['3', '4', '5'].includes(animal.healthStatus);

/** Goats and sheep reach puberty at four to six months (LSU AgCenter, page1593701645425). */
export const breedingAgeMonths = 6;

/** A wether is no breeding male (rule 36). */
export const isBreedingMale = (
  animal: HasBirth & { sex: Sex; status: AnimalStatus; castratedOn: CalendarDate | null },
  today: CalendarDate,
): boolean =>
  animal.sex === 'male' && animal.castratedOn === null && animal.status === 'active' && isOfBreedingAge(animal, today) === true;

/** Returns undefined if the birth is unknown. If only the year is known, its last day counts, so that `true` is certain. */
export function isOfBreedingAge(animal: HasBirth, day: CalendarDate): boolean | undefined {
  const born = latestBirth(animal);
  return born === null ? undefined : addMonths(born, breedingAgeMonths) <= day;
}

export function healthConcerns<A extends HasBirth & { healthStatus: string; status: AnimalStatus }>(animals: readonly A[]): A[] {
  return animals
    .filter((animal) => animal.status === 'active' && (animal.healthStatus === '1' || animal.healthStatus === '2'))
    .toSorted(
      (a, b) =>
        a.healthStatus.localeCompare(b.healthStatus) || (earliestBirth(a) ?? '9999').localeCompare(earliestBirth(b) ?? '9999'),
    );
}

export const isPictureUrl = (url: string | null | undefined): url is string => /\.(?:jpe?g|png|gif|webp)$/i.test(url ?? '');
