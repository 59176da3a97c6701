import type { Sex, Species } from '../records/animals.ts';
import type { CalendarDate } from '../values/dates.ts';
import { validateCheckupDate } from '../records/health-records.ts';
import type { ParentRole } from '../records/parentage.ts';
import { parseEid } from '../records/eid.ts';
import { doubtOfOfficial } from '../animals/official-numbers.ts';
import { importFields } from './fields.ts';
import type { Happened } from './happened-cells.ts';
import type { ImportedNumber, ImportedValues, ParentReference } from './parsed-row.ts';

/** What the cells of a row say about an animal, as far as they have been read. */
export class Draft {
  tagNumber = '';
  eid?: { text: string; keep: () => void };
  numbers: ImportedNumber[] = [];
  readonly names: string[] = [];
  /** What another column than the status says of its leaving. */
  howLeft?: 'sold' | 'died';
  /** The first days of the months or years in which it left. */
  readonly monthsOfLeaving: Happened['values'] = new Map();
  /** A no stands in the place of its day of death or leaving, or of its cause, which then does not tell that it has died. */
  hasNotDied = false;
  /** Keeps a word for a state that means none, unless another column tells the state. */
  keepStatus?: () => void;
  species?: Species;
  speciesBySex?: Species;
  sex?: Sex;
  isWether = false;
  /** The cell of its state that says so. */
  wetherLine?: string;
  /** The cell that says that it is not entire: castrated, if it is a male. */
  notEntireLine?: string;
  /** Of the column with its day of castration. */
  castrationHeading?: string;
  values: ImportedValues = {};
  /** By the day in the headings; '' are the other columns. */
  readonly happened = new Map<string, Happened>();
  parents: Partial<Record<ParentRole, { tag?: string; also?: string[]; breed?: string; ageYears?: number }>> = {};
  notes: string[] = [];
  keptLines: string[] = [];
  remarks: string[] = [];
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

/** An impossible castration is kept in the notes. */
export function moveImpossibleCastration(draft: Draft, sex: string | null | undefined, today: CalendarDate): void {
  if (draft.notEntireLine !== undefined) {
    if (sex === 'male') draft.values.isCastrated = true;
    else draft.keptLines.push(draft.notEntireLine);
  }
  if (sex !== 'male' && (draft.isWether || draft.values.isCastrated)) {
    delete draft.values.isCastrated;
    draft.keptLines.push(draft.wetherLine ?? `${importFields.isCastrated.label}: Yes`);
    draft.remarks.push('Only males are castrated, so this is kept in the notes.');
  }
  const { castratedOn, ...values } = draft.values;
  const { birthDate = null, birthYear = null } = values;
  if (castratedOn === undefined) return;
  if (sex === 'male' && validateCheckupDate(castratedOn, today, { birthDate, birthYear }) === undefined) return;
  draft.values = values;
  const label = `${draft.castrationHeading}: `;
  if (!draft.keptLines.some((line) => line.startsWith(label))) draft.keptLines.push(label + castratedOn);
  draft.remarks.push('It cannot have been castrated on this day, so the day is kept in the notes.');
}

/** A file without tag numbers identifies its animals by their EIDs. */
export function placeEid(draft: Draft): void {
  if (!draft.eid) return;
  const number = parseEid(draft.eid.text);
  if (number !== null) draft.numbers.unshift({ kind: 'eid', number });
  if (draft.tagNumber === '') draft.tagNumber = number ?? draft.eid.text.slice(0, 100);
  else if (number === null) draft.eid.keep();
}

/** An official number that its country does not issue is recorded as it stands, with a remark. */
export function remarkDoubts({ numbers, remarks }: Draft): void {
  const eid = numbers.find(({ kind, toDay = null }) => kind === 'eid' && toDay === null)?.number ?? null;
  for (const { kind, number } of numbers) {
    const doubt = kind === 'official' ? doubtOfOfficial(number, eid) : undefined;
    if (doubt !== undefined) remarks.push(`The official tag ${number} is recorded as it stands. ${doubt}`);
  }
}

/** The breed or age of a parent without a tag cannot be stored, so it is kept in the notes. */
export function parentReference(draft: Draft, role: ParentRole, notes: string[]): ParentReference | null {
  const { tag, also = [], breed = null, ageYears = null } = draft.parents[role] ?? {};
  if (tag !== undefined) return { tag, ...(also.length > 0 && { also }), breed, ageYears };
  if (breed !== null) notes.push(`${importFields[`${role}Breed`].label}: ${breed}`);
  if (ageYears !== null) notes.push(`${importFields.motherAgeYears.label}: ${ageYears}`);
  return null;
}
