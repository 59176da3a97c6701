import type { Column, ImportField } from './fields.ts';
import type { Answers, Question } from './question.ts';

/** What describes an animal. A file with none of these, but with weights or treatments, tells what happened to animals of the farm. */
const descriptive: ReadonlySet<ImportField> = new Set([
  'species',
  'sex',
  'birthDate',
  'birthYear',
  'breed',
  'motherTag',
  'fatherTag',
  'status',
]);

export function tellsOfEvents(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  const hasEvents = fields.has('product') || (fields.has('weight') && (fields.has('weighingDate') || fields.has('eid')));
  if (tellsOfBreedingValues(columns)) return true;
  return hasEvents && (fields.has('eid') || fields.has('tagNumber')) && !columns.some(({ field }) => descriptive.has(field));
}

/** Evaluations describe the animals as well, which is not read again. */
export function tellsOfBreedingValues(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.has('breedingValue') && numberFields.some((field) => fields.has(field));
}

const numberFields = ['eid', 'tagNumber', 'registration'] as const satisfies readonly ImportField[];

const questionId = 'rows';

export function rowsQuestion(columns: readonly Column[]): Question[] {
  if (!tellsOfEvents(columns)) return [];
  const fields = new Set(columns.map(({ field }) => field));
  const what = fields.has('breedingValue')
    ? 'Breeding values'
    : fields.has('product')
      ? fields.has('weight')
        ? 'Weights and treatments'
        : 'Treatments'
      : 'Weights';
  return [
    {
      id: questionId,
      column: null,
      text: 'What are the rows of this file?',
      options: [
        { value: 'events', label: `${what} of animals you have` },
        { value: 'animals', label: 'Animals to bring in' },
      ],
      suggestion: 'events',
    },
  ];
}

/** Of which the readers of events read nothing. */
export const isUnreadOfEvents = (field: ImportField): boolean =>
  descriptive.has(field) || field === 'birthWeight' || field === 'weaningWeight';

export const isOfBreedingValues = (columns: readonly Column[], answers: Answers): boolean =>
  tellsOfBreedingValues(columns) && isOfEvents(columns, answers);

export const isOfEvents = (columns: readonly Column[], answers: Answers): boolean =>
  tellsOfEvents(columns) && answers.get(questionId) !== 'animals';
