import {
  animalStatuses,
  healthStatuses,
  speciesList,
  type AnimalStatus,
  type HealthStatus,
  type Species,
} from '#domain/records/animals.ts';

export interface HerdFilter {
  readonly show: 'kept' | 'outside';
  readonly search: string;
  readonly species: Species | 'all';
  readonly health: HealthStatus | 'all';
  readonly status: AnimalStatus | 'all';
  /** A part of the herd such as a group or the females due soon; empty for all of it. */
  readonly part: string;
  /** A column, with a minus for descending order; empty for the order of the list or of the search. */
  readonly sort: HerdOrder | '';
}

export const herdColumns = [
  'tag',
  'name',
  'kind',
  'age',
  'weight',
  'gain',
  'place',
  'health',
  'attention',
  'price',
  'breed',
  'species',
  'status',
] as const;
export type HerdColumn = (typeof herdColumns)[number];
export type HerdOrder = HerdColumn | `-${HerdColumn}`;

export const noFilter: HerdFilter = {
  show: 'kept',
  search: '',
  species: 'all',
  health: 'all',
  status: 'active',
  part: '',
  sort: '',
};

export const readFilter = (address: Readonly<Record<string, unknown>>): HerdFilter => ({
  show: oneOf(address['show'], ['kept', 'outside'], noFilter.show),
  search: lineOf(address['search']),
  species: oneOf(address['species'], ['all', ...speciesList], noFilter.species),
  health: oneOf(address['health'], ['all', ...healthStatuses], noFilter.health),
  status: oneOf(address['status'], ['all', ...animalStatuses], noFilter.status),
  part: lineOf(address['part']),
  sort: oneOf(
    address['sort'],
    herdColumns.flatMap((column): HerdOrder[] => [column, `-${column}`]),
    noFilter.sort,
  ),
});

const oneOf = <T extends string>(value: unknown, choices: readonly T[], fallback: T): T =>
  choices.find((choice) => choice === value) ?? fallback;

const lineOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');
