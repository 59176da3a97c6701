import type { Sex, Species } from '../animals.ts';
import type { CalendarDate } from '../dates.ts';
import { validateCheckupDate } from '../health-records.ts';
import type { ParentRole } from '../parentage.ts';
import { parseEid } from '../eid.ts';
import type { CellContext } from './cell-context.ts';
import { importFields } from './fields.ts';
import type { ImportedNumber, ImportedValues, ParentReference } from './parsed-row.ts';
import { readTreatment, type Treatment } from './treatments.ts';
import { answeredWeighingDay, type Weighing } from './weighings.ts';

/** What the cells of a row say about an animal, as far as they have been read. */
export interface Draft {
  tagNumber: string;
  eid?: { text: string; keep: () => void };
  numbers: ImportedNumber[];
  species?: Species;
  speciesBySex?: Species;
  sex?: Sex;
  isWether?: boolean;
  values: ImportedValues;
  /** `line` goes into the notes if the weight cannot be stored. */
  weights: { grams: number; line: string; date?: CalendarDate | null }[];
  weighingDay?: { date: CalendarDate | null; line: string };
  parents: Partial<Record<ParentRole, { tag?: string; also?: string[]; breed?: string; ageYears?: number }>>;
  /** The day on which it was sold or died. */
  statusDay?: CalendarDate;
  readonly leaving: { buyer?: string; price?: number };
  /** Goes into the notes of an animal that has not left. */
  statusLine?: string;
  notes: string[];
  keptLines: string[];
  /** The cells that tell of a treatment. */
  treatmentCells: { cell: string; context: CellContext }[];
  remarks: string[];
  refusal?: string;
}

export function validateDraft(
  draft: Draft,
  species: Species | null | undefined,
  sex: string | null | undefined,
): string | undefined {
  if (draft.tagNumber === '') return 'The tag number is missing.';
  if (draft.species && draft.speciesBySex && draft.species !== draft.speciesBySex) {
    return `The species is ${draft.species}, but the sex is a word for ${draft.speciesBySex === 'goat' ? 'goats' : 'sheep'}.`;
  }
  if (!species) return 'The species is missing.';
  if (sex === 'skip') return 'The sex is missing, and you left such rows out.';
  return sex ? undefined : 'The sex is missing.';
}

/** An impossible day of castration is kept in the notes. */
export function moveImpossibleCastration(draft: Draft, sex: string | null | undefined, today: CalendarDate): void {
  const { castratedOn, ...values } = draft.values;
  const { birthDate = null, birthYear = null } = values;
  if (castratedOn === undefined) return;
  if (sex === 'male' && validateCheckupDate(castratedOn, today, { birthDate, birthYear }) === undefined) return;
  draft.values = values;
  draft.keptLines.push(`Castrated on: ${castratedOn}`);
  draft.remarks.push('It cannot have been castrated on this day, so the day is kept in the notes.');
}

/** A weight without a known day is kept in the notes, and so is a day without a weight. */
export function weighingsOf({ weights, weighingDay, keptLines, remarks }: Draft, answers: CellContext['answers']): Weighing[] {
  if (weights.length === 0 && weighingDay?.date) keptLines.push(weighingDay.line);
  return weights.flatMap(({ grams, line, date: own }) => {
    const date = own !== undefined ? own : weighingDay ? weighingDay.date : answeredWeighingDay(answers);
    if (date !== null) return { date, grams };
    keptLines.push(line);
    remarks.push('The day of its weight cannot be read, so the weight is kept in the notes.');
    return [];
  });
}

export function treatmentIn({ treatmentCells, keptLines, remarks }: Draft): Treatment | null {
  const { treatment, remark } = readTreatment(treatmentCells);
  if (!treatment) keptLines.push(...treatmentCells.map(({ cell, context }) => noteLine(cell, context)));
  if (remark !== undefined) remarks.push(remark);
  return treatment;
}

export const oneLine = (cell: string): string => cell.replaceAll(/\s+/g, ' ');

export const noteLine = (cell: string, { column }: Pick<CellContext, 'column'>): string => `${column.heading}: ${oneLine(cell)}`;

/** A file without tag numbers identifies its animals by their EIDs. */
export function placeEid(draft: Draft): void {
  if (!draft.eid) return;
  const number = parseEid(draft.eid.text);
  if (number !== null) draft.numbers.unshift({ kind: 'eid', number });
  if (draft.tagNumber === '') draft.tagNumber = number ?? draft.eid.text.slice(0, 100);
  else if (number === null) draft.eid.keep();
}

/** The breed or age of a parent without a tag cannot be stored, so it is kept in the notes. */
export function parentReference(draft: Draft, role: ParentRole, notes: string[]): ParentReference | null {
  const { tag, also = [], breed = null, ageYears = null } = draft.parents[role] ?? {};
  if (tag !== undefined) return { tag, ...(also.length > 0 && { also }), breed, ageYears };
  if (breed !== null) notes.push(`${importFields[`${role}Breed`].label}: ${breed}`);
  if (ageYears !== null) notes.push(`${importFields.motherAgeYears.label}: ${ageYears}`);
  return null;
}
