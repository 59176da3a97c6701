/**
 * Forms that a page is asked to open (lib/forms/open-form.ts): a record of an animal, a change of a record, a new number, a change of a
 * number, the listing, a new animal, or the search.
 */
export const recordForm = (animalId: string): string => `record ${animalId} `;
export const changeForm = (animalId: string): string => `change ${animalId} `;
export const numberForm = (animalId: string): string => `number ${animalId} `;
export const tagForm = (animalId: string): string => `tag ${animalId} `;
export const listingForms = 'listing ';
export const newAnimalForm = 'new animal ';
export const findForm = 'find ';
