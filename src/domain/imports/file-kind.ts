import type { Column, ImportField } from './fields.ts';
import type { Answers, Question } from './question.ts';

/** Fields that describe an animal. A file without any of them, but with weights or treatments, is an event file. */
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

export function hasEventColumns(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  const hasEvents = fields.has('product') || (fields.has('weight') && (fields.has('weighingDate') || fields.has('eid')));
  if (hasBreedingValueColumns(columns)) return true;
  return hasEvents && (fields.has('eid') || fields.has('tagNumber')) && !columns.some(({ field }) => descriptive.has(field));
}

/** Files of evaluations also describe the animals; those columns are ignored. */
export function hasBreedingValueColumns(columns: readonly Column[]): boolean {
  const fields = new Set(columns.map(({ field }) => field));
  return fields.has('breedingValue') && numberFields.some((field) => fields.has(field));
}

const numberFields = ['eid', 'tagNumber', 'registration'] as const satisfies readonly ImportField[];

const questionId = 'rows';

export function rowsQuestion(columns: readonly Column[]): Question[] {
  if (!hasEventColumns(columns)) return [];
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

/** Whether the field is ignored in an event file. */
export const isIgnoredInEventFiles = (field: ImportField): boolean =>
  descriptive.has(field) || field === 'birthWeight' || field === 'weaningWeight';

export const isBreedingValueFile = (columns: readonly Column[], answers: Answers): boolean =>
  hasBreedingValueColumns(columns) && isEventFile(columns, answers);

export const isEventFile = (columns: readonly Column[], answers: Answers): boolean =>
  hasEventColumns(columns) && answers.get(questionId) !== 'animals';
