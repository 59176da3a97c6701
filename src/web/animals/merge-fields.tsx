import { isPictureUrl } from '#domain/records/animals.ts';
import { choiceText } from '#domain/records/fields.ts';
import { longDate } from '#web/lib/text/format.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import type { Animal } from '#contract/animals.ts';
import { type AnimalFormValues, animalFormFields, animalInfos, bornIn } from './animal-form-values.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { labelInUnit } from '#web/lib/text/weight-text.ts';

type Values = AnimalFormValues;
type Show = ShownMergeField<Values>['show'];

/** `animalsOf` is called when a parent is shown. */
export const animalMergeFields = (animalsOf: () => readonly Animal[]): readonly ShownMergeField<Values>[] =>
  animalFormFields.flatMap((name): ShownMergeField<Values>[] => {
    if (name === 'birthDate') return [{ label: 'Born', fields: ['isYearOnly', 'birthDate', 'birthYear'], show: birthText }];
    if (name === 'birthYear') return [];
    return [{ label: labelInUnit(animalInfos[name].label), fields: [name], show: showOf(name, animalsOf) }];
  });

function showOf(name: (typeof animalFormFields)[number], animalsOf: () => readonly Animal[]): Show {
  const info = animalInfos[name];
  switch (info.kind) {
    case 'choice':
      return (values) => choiceText(info, String(values[name]));
    case 'yesNo':
      return (values) => (values[name] ? 'Yes' : 'No');
    case 'day':
      return (values) => values[name] && longDate(String(values[name]));
    case 'animal':
      return (values) => nameOf(values[name] as string | null, animalsOf());
    case 'picture':
      return ({ imageUrl }) =>
        isPictureUrl(imageUrl) && <img src={imageUrl} alt="" className="size-16 rounded-lg object-cover" />;
    default:
      return (values) => values[name];
  }
}

function birthText(values: Values): string {
  const { birthDate, birthYear } = bornIn(values);
  return birthDate === null ? String(birthYear ?? '') : longDate(birthDate);
}

function nameOf(id: string | null, animals: readonly Animal[]): string {
  const parent = animals.find((animal) => animal.id === id);
  return parent ? fullName(parent) : id === null ? '' : 'Another animal';
}
