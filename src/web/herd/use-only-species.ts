import { capitalized } from '#domain/values/text.ts';
import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { type Species, speciesTerms } from '#domain/records/animals.ts';
import { animalsQuery } from './data/animals.queries.ts';

/** The species of a farm that keeps only one; undefined for none or both. Starts no request. */
export function useOnlySpecies(): Species | undefined {
  const { data } = useQuery({ ...animalsQuery, enabled: false, select: onlySpecies });
  return data ?? undefined;
}

function onlySpecies(animals: readonly Animal[]): Species | null {
  const first = animals.find(({ status }) => status === 'active')?.species;
  return first === undefined || animals.some(({ status, species }) => status === 'active' && species !== first) ? null : first;
}

/** `ram`, `ewe` or, where both species are kept, `male`, `female`. */
export function mateWords(species: Species | undefined): { readonly male: string; readonly female: string } {
  if (!species) return { male: 'male', female: 'female' };
  const { male, female } = speciesTerms[species];
  return { male: male.toLowerCase(), female: female.toLowerCase() };
}

export const ramsTitle = (species: Species | undefined): string => {
  const { male, female } = mateWords(species);
  return `${capitalized(male)}s with ${female}s`;
};
