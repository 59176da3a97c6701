import type { HasBirth } from '../births.ts';
import { validateCheckupDate } from '../health-records.ts';
import { earliestDate, isCalendarDate, type CalendarDate } from '../dates.ts';
import { parsePounds, poundText } from '../weights.ts';
import { formatWeight } from './amounts.ts';
import { askedAnalysisDay } from './breeding-values.ts';
import { dayInHeading } from './dated-headings.ts';
import type { Column, TableRow } from './fields.ts';
import { chosenKind, fileKinds, isEventFile, type FileKind } from './file-kind.ts';

import type { Answers, Question } from './question.ts';
import { isMissing } from './cell-values.ts';

export interface Weighing {
  readonly date: CalendarDate;
  readonly grams: number;
}

/** Rounds a weight as the checkup form does: pounds with two decimals, and the grams that are stored for them. */
export const roundToCheckup = (grams: number): { pounds: number; grams: number | undefined } => {
  const pounds = poundText(grams);
  return { pounds: Number(pounds), grams: parsePounds(pounds) };
};

export const weighingKey = (animalId: string, { date, grams }: Weighing): string =>
  `${animalId} ${date} ${roundToCheckup(grams).grams}`;

export const formatWeighing = ({ date, grams }: Weighing): string => `${formatWeight(grams)} on ${date}`;

export function resolveWeighing(
  weighing: Weighing | null,
  animal: HasBirth & { readonly known: { readonly id: string } | null },
  { today, recorded }: { readonly today: CalendarDate; readonly recorded: ReadonlySet<string> },
): { readonly added: Weighing | null; readonly lines: readonly string[]; readonly remarks: readonly string[] } {
  const nothing = { added: null, lines: [], remarks: [] };
  if (!weighing) return nothing;
  const violation = validateCheckupDate(weighing.date, today, animal);
  if (violation !== undefined) {
    return {
      added: null,
      lines: [`Weight: ${formatWeighing(weighing)}`],
      remarks: [`Its weight is kept in the notes. ${violation}: ${weighing.date}.`],
    };
  }
  const isRecorded = animal.known && recorded.has(weighingKey(animal.known.id, weighing));
  return isRecorded ? nothing : { ...nothing, added: weighing };
}

const questionId = 'weighedOn';

const isDayOfEvents = (field: Column['field']): boolean =>
  field === 'weighingDate' || field === 'eventDay' || field === 'treatedOn' || field === 'statusDate';

/** Asks for the day of a list of events without one. */
function dayQuestion(columns: readonly Column[], rows: readonly TableRow[], kind: FileKind): Question[] {
  if (kind === 'weighing' || rows.length === 0 || columns.some(({ field }) => isDayOfEvents(field))) return [];
  return [
    {
      id: questionId,
      column: null,
      text: `When was this? The ${fileKinds[kind].many} have no day.`,
      options: [],
      asksDay: true,
      suggestion: null,
    },
  ];
}

export function weighingQuestion(columns: readonly Column[], rows: readonly TableRow[], answers: Answers): Question[] {
  const columnOf = (field: Column['field']): number => columns.findIndex((column) => column.field === field);
  const weight = columns.findIndex(({ field, heading }) => field === 'weight' && dayInHeading(heading) === undefined);
  const kind = chosenKind(columns, answers);
  if (kind !== 'animals' && kind !== 'breedingValues' && (kind !== 'weighing' || weight === -1))
    return dayQuestion(columns, rows, kind);
  const day = kind === 'animals' ? columnOf('weighingDate') : columns.findIndex(({ field }) => isDayOfEvents(field));
  const isNeeded = rows.some(({ cells }) => !isMissing(cells[weight] ?? '') && isMissing(cells[day] ?? ''));
  if (!isNeeded) return [];
  const text = day === -1 ? 'When were they weighed?' : 'When were those weighed that have no weighing date?';
  return [{ id: questionId, column: null, text, options: [], asksDay: true, suggestion: null }];
}

export const answeredWeighingDay = (answers: ReadonlyMap<string, string | null>): CalendarDate | null =>
  answers.get(questionId) ?? null;

/** The days on which the farm may have recorded the events of the file already. */
export function recordedDays(
  columns: readonly Column[],
  answers: Answers,
  today: CalendarDate,
): { readonly from: CalendarDate; readonly to: CalendarDate } | null {
  const fields = new Set(columns.map(({ field }) => field));
  if (fields.has('breedingValue')) {
    const analysisDay = fields.has('analysisDate') ? undefined : askedAnalysisDay(answers);
    const isOneDay = analysisDay !== undefined && isCalendarDate(analysisDay) && !fields.has('weight') && !fields.has('product');
    return isOneDay ? { from: analysisDay, to: analysisDay } : { from: earliestDate, to: today };
  }
  if (fields.has('product') || fields.has('statusDate') || isEventFile(columns, answers))
    return { from: earliestDate, to: today };
  if (!fields.has('weight')) return null;
  if (fields.has('weighingDate') || columns.some(({ heading }) => dayInHeading(heading) !== undefined))
    return { from: earliestDate, to: today };
  const day = answers.get(questionId);
  return day !== undefined && isCalendarDate(day) ? { from: day, to: day } : null;
}
