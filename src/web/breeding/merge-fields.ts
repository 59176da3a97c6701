import type { Animal } from '#contract/animals.ts';
import type { Species } from '#domain/records/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { mergeFieldsOf } from '#web/components/forms/described-merge.tsx';
import { birthWord } from './breeding-history.ts';
import { type RecordValues, typedFields } from './record-values.ts';

/** The due date follows the breeding date until a person has set it. */
export const recordMergeFields = (
  animals: readonly Animal[],
  species: Species | undefined,
): readonly ShownMergeField<RecordValues>[] =>
  mergeFieldsOf(typedFields)
    .map((each): ShownMergeField<RecordValues> => {
      const isDue = each.fields.includes('expectedDueDate');
      return isDue ? { ...each, label: `${birthWord(species)} due`, fields: ['expectedDueDate', 'isDueComputed'] } : each;
    })
    .toSpliced(-1, 0, { label: 'Offspring', fields: ['offspring'], show: ({ offspring }) => namesOf(offspring, animals) });

const namesOf = (ids: RecordValues['offspring'], animals: readonly Animal[]): string =>
  ids
    .filter((id) => id !== null)
    .map((id) => animals.find((animal) => animal.id === id))
    .map((animal) => (animal ? fullName(animal) : 'Another animal'))
    .join(', ');
