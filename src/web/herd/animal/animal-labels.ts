import type { Animal } from '#contract/animals.ts';
import { type AnimalStatus, type Sex, type Species, speciesTerms } from '#domain/records/animals.ts';

/** `112 Ada`: tag number and name, since either alone could be of another animal. */
export const fullName = ({ name, tagNumber }: Pick<Animal, 'tagNumber' | 'name'>): string =>
  name === null ? tagNumber : `${tagNumber} ${name}`;

export const speciesLabels: Readonly<Record<Species, string>> = { goat: 'Goat', sheep: 'Sheep' };
export const sexLabels: Readonly<Record<Sex, string>> = { female: 'Female', male: 'Male' };
export const statusLabels: Readonly<Record<AnimalStatus, string>> = { active: 'Active', sold: 'Sold', died: 'Died' };

/** `Ewe lamb`, `Buck kid`, `Lamb`. */
export function youngName(species: Species, sex: Sex | ''): string {
  const terms = speciesTerms[species];
  return sex === '' ? terms.young : `${terms[sex]} ${terms.young.toLowerCase()}`;
}
