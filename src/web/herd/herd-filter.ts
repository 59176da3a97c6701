import {
  animalStatuses,
  healthStatuses,
  speciesList,
  type AnimalStatus,
  type HealthStatus,
  type Species,
} from '#domain/animals.ts';
import { compactTag } from '#domain/tags.ts';
import { normalizeText } from '#domain/text.ts';
import type { Animal } from '#contract/animals.ts';

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

interface Searchable {
  readonly animal: Animal;
  readonly tag: string;
  readonly compact: string;
  readonly words: string;
}

export const searchable = (animals: readonly Animal[]): readonly Searchable[] =>
  animals.map((animal) => {
    const tag = fold(animal.tagNumber);
    return { animal, tag, compact: compactTag(tag), words: `${tag}\n${fold(animal.name ?? '')}\n${fold(animal.breed ?? '')}` };
  });

/**
 * Tags that equal or start with the search come first: in a big herd '12' means number 12. Separators in a tag do not count:
 * 4/1123 and 41123 find 4-1123.
 */
export function filterHerd(
  herd: readonly Searchable[],
  filter: HerdFilter,
  foundByNumber?: ReadonlySet<string>,
): readonly Animal[] {
  const search = fold(filter.search);
  const words = search.split(' ');
  const compact = compactTag(search);
  const found = herd.filter(
    ({ animal, compact: tag, words: text }) =>
      (filter.species === 'all' || animal.species === filter.species) &&
      (filter.health === 'all' || animal.healthStatus === filter.health) &&
      (filter.status === 'all' || animal.status === filter.status) &&
      (words.every((word) => text.includes(word)) || (compact !== '' && tag.includes(compact)) || foundByNumber?.has(animal.id)),
  );
  if (search === '') return found.map(({ animal }) => animal);
  const exact: Animal[] = [];
  const prefixed: Animal[] = [];
  const other: Animal[] = [];
  for (const { animal, tag, compact: compacted } of found) {
    const isExact = tag === search || (compact !== '' && compacted === compact);
    const matches = isExact ? exact : tag.startsWith(search) ? prefixed : other;
    matches.push(animal);
  }
  return [...exact, ...prefixed, ...other];
}

/** Case and accents do not count: 'zoe' finds 'Zoé'. */
const fold = (text: string): string => normalizeText(text.normalize('NFD').replaceAll(/\p{M}/gu, ''));
