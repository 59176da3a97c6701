import type { Animal } from '#contract/animals.ts';
import type { Species } from '#domain/records/animals.ts';
import { isCalendarDate } from '#domain/values/dates.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { longDate } from '#web/lib/text/format.ts';
import type { ShownMergeField } from '#web/components/forms/changed-elsewhere.tsx';
import { birthWord } from './breeding-history.ts';
import { stateLabels } from '#domain/breeding/matings.ts';
import type { RecordValues } from './record-values.ts';

const dateText = (date: string): string => (isCalendarDate(date) ? longDate(date) : '');

export const recordMergeFields = (
  animals: readonly Animal[],
  species: Species | undefined,
): readonly ShownMergeField<RecordValues>[] => [
  { label: 'Breeding date', fields: ['breedingDate'], show: ({ breedingDate }) => dateText(breedingDate) },
  {
    label: `${birthWord(species)} due`,
    fields: ['expectedDueDate', 'isDueComputed'],
    show: ({ expectedDueDate }) => dateText(expectedDueDate),
  },
  { label: 'Actual birth date', fields: ['actualBirthDate'], show: ({ actualBirthDate }) => dateText(actualBirthDate) },
  { label: 'Outcome', fields: ['outcome'], show: ({ outcome }) => stateLabels[outcome] },
  { label: 'Offspring', fields: ['offspring'], show: ({ offspring }) => namesOf(offspring, animals) },
  { label: 'Notes', fields: ['notes'], show: ({ notes }) => notes },
];

const namesOf = (ids: RecordValues['offspring'], animals: readonly Animal[]): string =>
  ids
    .filter((id) => id !== null)
    .map((id) => animals.find((animal) => animal.id === id))
    .map((animal) => (animal ? fullName(animal) : 'Another animal'))
    .join(', ');
