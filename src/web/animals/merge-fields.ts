import { longDate } from '#web/lib/text/format.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { shownValue } from '#web/components/forms/described-merge.tsx';
import type { Animal } from '#contract/animals.ts';
import { type AnimalFormValues, animalFormFields, animalInfos, bornIn } from './animal-form-values.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { labelInUnit } from '#web/lib/text/weight-text.ts';

type Values = AnimalFormValues;

/** `animalsOf` is called when a parent is shown. */
export const animalMergeFields = (animalsOf: () => readonly Animal[]): readonly ShownMergeField<Values>[] =>
  animalFormFields.flatMap((name): ShownMergeField<Values>[] => {
    if (name === 'birthDate') return [{ label: 'Born', fields: ['isYearOnly', 'birthDate', 'birthYear'], show: birthText }];
    if (name === 'birthYear') return [];
    const nameOf = (id: string) => animalsOf().flatMap((animal) => (animal.id === id ? fullName(animal) : []))[0];
    const info = animalInfos[name];
    return [{ label: labelInUnit(info.label), fields: [name], show: (values) => shownValue(info, values[name], { nameOf }) }];
  });

function birthText(values: Values): string {
  const { birthDate, birthYear } = bornIn(values);
  return birthDate === null ? String(birthYear ?? '') : longDate(birthDate);
}
