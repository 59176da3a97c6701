import type { Animal } from '#contract/animals.ts';
import type { RecordDraft } from '#web/components/forms/record-form.tsx';
import type { AnimalFormValues } from './animal-form-values.ts';

export type AnimalDraft = RecordDraft<Animal, AnimalFormValues>;

export const animalForms = 'animal/';

export const animalDraft = (animal: Animal | undefined) => ({
  form: `${animalForms}${animal?.id ?? 'new'}`,
  title: animal ? 'Changes not saved' : 'Animal not added',
});
