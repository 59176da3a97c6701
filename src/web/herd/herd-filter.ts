import {
  animalStatuses,
  healthStatuses,
  speciesList,
  type AnimalStatus,
  type HealthStatus,
  type Species,
} from '#domain/animals.ts';

export interface HerdFilter {
  readonly show: 'kept' | 'outside';
  readonly search: string;
  readonly species: Species | 'all';
  readonly health: HealthStatus | 'all';
  readonly status: AnimalStatus | 'all';
}

export const noFilter: HerdFilter = { show: 'kept', search: '', species: 'all', health: 'all', status: 'active' };

export const readFilter = (address: Readonly<Record<string, unknown>>): HerdFilter => ({
  show: oneOf(address['show'], ['kept', 'outside'], noFilter.show),
  search: typeof address['search'] === 'string' ? address['search'].slice(0, 200) : '',
  species: oneOf(address['species'], ['all', ...speciesList], noFilter.species),
  health: oneOf(address['health'], ['all', ...healthStatuses], noFilter.health),
  status: oneOf(address['status'], ['all', ...animalStatuses], noFilter.status),
});

const oneOf = <T extends string>(value: unknown, choices: readonly T[], fallback: T): T =>
  choices.find((choice) => choice === value) ?? fallback;
