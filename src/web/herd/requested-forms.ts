/**
 * Forms that a page is asked to open (lib/forms/open-form.ts): a record of an animal, a change of a record, a new number, a change of a
 * number, the listing, a move, a new animal, or the search.
 */
export const recordForm = (animalId: string): string => `record ${animalId} `;
export const changeForm = (animalId: string): string => `change ${animalId} `;
export const numberForm = (animalId: string): string => `number ${animalId} `;
export const tagForm = (animalId: string): string => `tag ${animalId} `;
export const listingForms = 'listing ';
/** Of animals to be chosen, to a place if its id follows. */
export const moveToForms = 'move to ';
/** Of the animals whose ids follow. */
export const moveOfForms = 'move of ';
export const newAnimalForm = 'new animal ';
export const findForm = 'find ';
