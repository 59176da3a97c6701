/**
 * Forms that another screen asks a page to open (lib/open-form.ts): a record of an animal, a change of one, a number for it, a new
 * animal, or the search.
 */
export const recordForm = (animalId: string): string => `record ${animalId} `;
export const changeForm = (animalId: string): string => `change ${animalId} `;
export const numberForm = (animalId: string): string => `number ${animalId} `;
export const newAnimalForm = 'new animal ';
export const findForm = 'find ';
