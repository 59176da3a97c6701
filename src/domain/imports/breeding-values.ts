import { maxBreedingValues, maxTraitLength } from '../records/breeding-value-bounds.ts';
import { isIndex, parseAccuracy, parseBreedingValue, readHeading, type BreedingValue } from '../breeding/breeding-values.ts';
import type { CalendarDate } from '../values/dates.ts';
import { truncateText } from '../values/text-length.ts';
import { hasBreedingValueColumns } from './file-kind.ts';
import { columnOf, type Column, type ImportField, type TableRow } from './fields.ts';
import { isMissing } from './cell-values.ts';
import { ask, type Question } from './question.ts';
import { wordSet } from './vocabulary.ts';

/** Fewer columns named like traits may be the farm's own weights. */
const minKnownTraits = 3;

const dayHeadings = wordSet(
  'date analysisdate dateofanalysis analysisday analysis rundate evaluationdate ebvdate dateofebv ebvrun',
);

/** The columns if their headings name estimated breeding values. Other columns without a meaning are left out. */
export function matchBreedingValues(
  columns: readonly Column[],
  remembered: (heading: string) => ImportField | undefined,
): readonly Column[] | undefined {
  const headings = columns.map(({ heading }) => readHeading(heading));
  const known = headings.filter(({ isKnown, isAccuracy }) => isKnown && !isAccuracy);
  const certain = headings.filter(({ isCertain }) => isCertain);
  const isMarked = certain.some(({ trait, isAccuracy, isMarked: saysSo }) => trait !== null && (isAccuracy || saysSo));
  if (certain.length === 0 || (!isMarked && known.length < minKnownTraits)) return undefined;
  const matched = columns.map((column, index): Column => {
    const { heading } = column;
    const { trait, isKnown, isAccuracy, isCertain } = headings[index]!;
    const own = remembered(heading);
    if (own !== undefined) return { heading, field: own };
    if (isAccuracy) return { heading, field: 'accuracy' };
    if (isKnown || isCertain || (trait !== null && isIndex(trait))) return { heading, field: 'breedingValue' };
    if (dayHeadings.has(heading.toLowerCase().replaceAll(/[^a-z]/g, ''))) return { heading, field: 'analysisDate' };
    return column.field === 'keep' ? { heading, field: 'leaveOut' } : column;
  });
  return hasBreedingValueColumns(matched) ? matched : undefined;
}

/** The trait of each column. An accuracy without a trait belongs to the value before it. */
export function traitsOf(columns: readonly Column[]): readonly (string | null)[] {
  let last: string | null = null;
  return columns.map(({ heading, field }) => {
    if (field !== 'breedingValue' && field !== 'accuracy') return null;
    const { trait } = readHeading(heading);
    if (field === 'accuracy') return trait ?? last;
    last = trait ?? truncateText(heading, maxTraitLength).trim();
    return last;
  });
}

export function createBreedingValueReader(columns: readonly Column[]) {
  const traits = traitsOf(columns);
  /** The values of a row; its errors are added. */
  return ({ cells }: TableRow, violations: string[]): readonly BreedingValue[] => {
    const values = new Map<string, number>();
    const accuracies = new Map<string, number>();
    for (const [index, { field, heading }] of columns.entries()) {
      const cell = (cells[index] ?? '').trim();
      const trait = traits[index] ?? null;
      if (trait === null || isMissing(cell)) continue;
      const [found, read, what] =
        field === 'accuracy'
          ? ([accuracies, parseAccuracy(cell), 'accuracy from 0 to 100 %'] as const)
          : ([values, parseBreedingValue(cell), 'breeding value'] as const);
      if (read === undefined) violations.push(`'${cell}' in '${heading}' is no ${what}.`);
      else if (found.has(trait) && found.get(trait) !== read) violations.push(`Two columns have different values of ${trait}.`);
      else found.set(trait, read);
    }
    if (values.size > maxBreedingValues) violations.push(`The row has more than ${maxBreedingValues} traits.`);
    return [...values].map(([trait, value]) => ({ trait, value, accuracy: accuracies.get(trait) ?? null }));
  };
}

const [dayQuestionId, sourceQuestionId] = ['analysedOn', 'suppliedBy'];

export function breedingValueQuestions(columns: readonly Column[], rows: readonly TableRow[]): Question[] {
  const day = columnOf(columns, 'analysisDate');
  const isDayMissing = rows.some(({ cells }) => isMissing(cells[day] ?? ''));
  const ofDay = 'What is the date of the analysis that these breeding values are from?';
  return [
    ...(isDayMissing ? [ask({ id: dayQuestionId, text: ofDay, asksDay: true })] : []),
    ask({
      id: sourceQuestionId,
      text: 'Who supplied these breeding values?',
      options: { ...Object.fromEntries(suppliers.map((name) => [name, name])), [somebodyElse]: 'Somebody else' },
      suggestion: likelySupplier(columns),
    }),
  ];
}

const suppliers = ['NSIP', 'LAMBPLAN', 'MERINOSELECT', 'KIDPLAN', 'Signet'];
const somebodyElse = 'other';

function likelySupplier(columns: readonly Column[]): string | null {
  const text = columns.map(({ heading }) => heading.toUpperCase()).join(' ');
  const named = suppliers.find((name) => text.includes(name.toUpperCase()));
  if (named !== undefined) return named;
  if (/\bUSA?\b|SRC\$/.test(text)) return 'NSIP';
  if (/\b(?:DP|FP|MP)\+/.test(text)) return 'MERINOSELECT';
  return /\bASBV|\bM[CW]P\b|\bTCP\b|\bLEQ\b|LAMB ?2020/.test(text) ? 'LAMBPLAN' : null;
}

export const answeredAnalysisDay = (answers: ReadonlyMap<string, string | null>): CalendarDate | null =>
  answers.get(dayQuestionId) ?? null;

export function answeredSource(answers: ReadonlyMap<string, string | null>): string | null {
  const source = answers.get(sourceQuestionId) ?? null;
  return source === somebodyElse ? null : source;
}
