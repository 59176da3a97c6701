import { addMonths, type CalendarDate } from './dates.ts';

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

export const isHealthy = (animal: { healthStatus: string }): boolean => ['3', '4', '5'].includes(animal.healthStatus);

/** Male, active and certainly at least six months old. */
export function isBreedingMale(animal: Aged & { sex: Sex; status: AnimalStatus }, today: CalendarDate): boolean {
  const born = latestBirth(animal);
  return animal.sex === 'male' && animal.status === 'active' && born !== null && addMonths(born, 6) <= today;
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
