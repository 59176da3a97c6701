import type { Animal } from '#contract/animals.ts';
import type { AnimalFormValues } from './animal-form-values.ts';

/** What was typed into the form of an animal and not saved. */
export interface AnimalDraft {
  /** The animal as it was when the form was opened; none: a new one was to be added. */
  readonly animal?: Animal | undefined;
  readonly values: AnimalFormValues;
  /** The id a new one was sent with, when nobody knows what became of it: sent again, it is not added twice. */
  readonly sentId?: string | undefined;
}

export const animalForms = 'animal/';

/** The draft's name, and what a toast says of it. */
export const animalDraft = (animal: Animal | undefined) => ({
  form: `${animalForms}${animal?.id ?? 'new'}`,
  title: animal ? 'Changes not saved' : 'Animal not added',
});
