import type { Animal } from '#contract/animals.ts';
import type { AnimalStatus, Species } from '#domain/records/animals.ts';

/** `112 Ada`: tag number and name, since either alone could be of another animal. */
export const fullName = ({ name, tagNumber }: Pick<Animal, 'tagNumber' | 'name'>): string =>
  name === null ? tagNumber : `${tagNumber} ${name}`;

export const speciesLabels: Readonly<Record<Species, string>> = { goat: 'Goat', sheep: 'Sheep' };
export const statusLabels: Readonly<Record<AnimalStatus, string>> = { active: 'Active', sold: 'Sold', died: 'Died' };
