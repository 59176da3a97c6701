import type { Animal } from '#contract/animals.ts';
import type { AnimalFormValues } from './animal-form-values.ts';

/** An EID to be given to a new animal. Its id is made in advance, so that a retry does not add it twice. */
export interface NewEid {
  readonly id: string;
  readonly number: string;
}

export interface AnimalDraft {
  readonly animal?: Animal | undefined;
  readonly values: AnimalFormValues;
  /** The id that a new animal was sent with while the outcome is unknown, so that a retry does not add it twice. */
  readonly sentId?: string | undefined;
  readonly eid?: NewEid | undefined;
}

export const animalForms = 'animal/';

export const animalDraft = (animal: Animal | undefined) => ({
  form: `${animalForms}${animal?.id ?? 'new'}`,
  title: animal ? 'Changes not saved' : 'Animal not added',
});
