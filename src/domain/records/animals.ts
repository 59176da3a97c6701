export const speciesList = ['goat', 'sheep'] as const;
export type Species = (typeof speciesList)[number];
export const sexes = ['male', 'female'] as const;
export type Sex = (typeof sexes)[number];
export const animalStatuses = ['active', 'sold', 'died'] as const;
export type AnimalStatus = (typeof animalStatuses)[number];

/** The dead and the sold have no appointments; an animal on loan is still one of the farm. */
export const hasAppointments = ({ status }: { readonly status: AnimalStatus }): boolean => status === 'active';

export const healthStatuses = ['1', '2', '3', '4', '5'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export const healthLabels: Readonly<Record<HealthStatus, string>> = {
  1: 'Poor',
  2: 'Fair',
  3: 'Good',
  4: 'Very Good',
  5: 'Excellent',
};

/** The health status of a new animal when none is given. */
export const defaultHealthStatus = '3' satisfies HealthStatus;

/** True if the animal has had no checkup and still has the default status, as after an import. */
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
  /** As in 'She lambed'. */
}

export const speciesTerms: Readonly<Record<Species, SpeciesTerms>> = {
  goat: { female: 'Doe', male: 'Buck', young: 'Kid', birth: 'Kidding' },
  sheep: { female: 'Ewe', male: 'Ram', young: 'Lamb', birth: 'Lambing' },
};

export const sexLabels: Readonly<Record<Sex, string>> = { female: 'Female', male: 'Male' };

export const isHealthy = (animal: { healthStatus: string }): boolean => ['3', '4', '5'].includes(animal.healthStatus);

/** Pictures of other sites are not shown: their sites would see who looks at which animal. */
export const isPictureUrl = (url: string | null | undefined): url is string =>
  /\.(?:jpe?g|png|gif|webp)$/i.test(url ?? '') && !/^https?:/i.test(url ?? '');
