import type { AnimalStatus, Sex, Species } from '../records/animals.ts';
import { isWether, type HasBirth } from '../records/births.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { Change, Weighing } from './happened.ts';
import { type PlannedAnimal, mergeBirth, type KnownAnimal } from './herd.ts';
import type { ParsedRow, ImportedValues, ImportedNumber } from './parsed-row.ts';
import { formatPrice } from '../values/money.ts';
import { animalFields } from '../records/animal.ts';
import { fieldNames, infosOf } from '../records/fields.ts';
import { codePointLength } from '../values/text-length.ts';
import { formatWeight } from './amounts.ts';
import { maxNotesLength, notImportedAsValues } from './fields.ts';

export const verdicts = ['ready', 'changed', 'duplicate', 'refused'] as const;
/** `ready` adds an animal, `changed` updates one, `duplicate` contains nothing new, and `refused` is not imported. */
export type Verdict = (typeof verdicts)[number];

export interface PreviewAnimal {
  readonly name: string | null;
  readonly species: Species;
  readonly sex: Sex;
  readonly isWether: boolean;
  readonly status: AnimalStatus;
  readonly birthDate: CalendarDate | null;
  readonly birthYear: number | null;
  readonly mother: string | null;
  readonly father: string | null;
  readonly goesPublic: boolean;
  readonly weighing: Weighing | null;
}

export type LeftOutBy = 'person' | 'totals';

export interface LeftOutRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly by: LeftOutBy;
}

export interface PlannedRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly remarks: readonly string[];
  readonly changes: readonly Change[];
  readonly animal: PreviewAnimal | null;
  readonly leftOut: LeftOutBy | null;
}

export const finishRow = (
  { number, tagNumber }: Pick<ParsedRow, 'number' | 'tagNumber'>,
  verdict: Verdict,
  reason: string | null,
  remarks: readonly string[] = [],
): PlannedRow => ({ number, tagNumber, verdict, reason, remarks, changes: [], animal: null, leftOut: null });

export const finishLeftOut = (row: LeftOutRow): PlannedRow => ({
  ...finishRow(row, 'refused', leftOutReasons[row.by]),
  leftOut: row.by,
});

const leftOutReasons: Readonly<Record<LeftOutBy, string>> = {
  person: 'You left this row out.',
  totals: 'This looks like a line of totals or a note and not like an animal, so it is left out.',
};

/** As it will stand in the herd. */
export function previewOf(animal: PlannedAnimal, more: Partial<PreviewAnimal> = {}): PreviewAnimal {
  const { known, row, name, species, sex, birthDate, birthYear } = animal;
  const { status = known?.status ?? 'active', isCastrated, castratedOn } = row?.values ?? {};
  const isNamedWether = isCastrated === true || castratedOn !== undefined;
  return {
    name,
    species,
    sex,
    isWether: sex === 'male' && (isNamedWether || (known !== null && isWether(known))),
    status,
    birthDate,
    birthYear,
    mother: null,
    father: null,
    goesPublic: false,
    weighing: null,
    ...more,
  };
}

export type Patch = Partial<Omit<ImportedValues, keyof HasBirth> & HasBirth & { sex: Sex; notes: string; isReference: false }>;

const birthFields = ['birthDate', 'birthYear'] as const satisfies readonly (keyof HasBirth)[];
type ComparedField = Exclude<keyof ImportedValues, (typeof birthFields)[number]>;
const notCompared: ReadonlySet<string> = new Set([...notImportedAsValues, ...birthFields]);

const infos = infosOf(animalFields);
const comparedFields = fieldNames(animalFields).filter((name): name is ComparedField => !notCompared.has(name));

/** A cell that is absent or empty changes nothing. */
export function diffAnimal(row: ParsedRow, animal: KnownAnimal, lines: readonly string[]): { changes: Change[]; patch: Patch } {
  const changes: Change[] = [];
  const patch: Patch = {};
  const change = (label: string, from: string | null, to: string, part: Patch): void => {
    changes.push({ label, from, to });
    Object.assign(patch, part);
  };
  if (animal.isReference) change('Kept here', 'No: an outside parent', 'Yes', { isReference: false });
  if (row.sex !== animal.sex) change('Sex', animal.sex, row.sex, { sex: row.sex });
  const born = mergeBirth(animal, row);
  if (birthText(born) !== birthText(animal)) change('Born', birthText(animal), birthText(born) ?? '', born);
  for (const key of comparedFields) {
    const value = row.values[key];
    if (value === undefined || value === animal[key]) continue;
    // The day says more than that it was castrated.
    if (key === 'isCastrated' && isWether(animal)) continue;
    const { label, importLabel = label } = infos[key];
    change(importLabel, valueText(key, animal[key]), valueText(key, value) ?? '', { [key]: value });
  }
  const notes = mergeNotes(animal.notes, lines);
  if (notes !== null) change('Notes', null, notes.added.join('\n'), { notes: notes.all });
  return { changes, patch };
}

export const isTooLongForNotes = (notes: string | undefined): boolean =>
  notes !== undefined && codePointLength(notes) > maxNotesLength;

export const joinNotes = (lines: readonly string[]): string => [...new Set(lines)].join('\n');

export function mergeNotes(notes: string | null, lines: readonly string[]): { all: string; added: string[] } | null {
  const present = new Set((notes ?? '').split('\n').map((line) => line.trim()));
  const added = [...new Set(lines)].filter((line) => !present.has(line.trim()));
  return added.length === 0 ? null : { all: [...(notes ? [notes] : []), ...added].join('\n'), added };
}

const birthText = ({ birthDate, birthYear }: HasBirth): string | null =>
  birthDate ?? (birthYear === null ? null : String(birthYear));

function valueText(key: ComparedField, value: KnownAnimal[ComparedField]): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const { kind } = infos[key];
  if (kind === 'price') return formatPrice(Number(value));
  if (kind === 'weight') return formatWeight(Number(value));
  return kind === 'days' ? `${value} days` : String(value);
}

export interface PlannedWrite {
  readonly number: number | null;
  readonly animal: PlannedAnimal;
  /** null if there is none or, for an existing animal, if it stays as it is. */
  readonly mother: PlannedAnimal | null;
  readonly father: PlannedAnimal | null;
}

export interface AddedAnimal extends PlannedWrite {
  readonly notes: string;
}

/** An animal without parents. Its row is null if it is outside the farm and no row is about it. */
export const addedBy = (number: number | null, animal: PlannedAnimal): AddedAnimal => ({
  number,
  animal,
  mother: null,
  father: null,
  notes: '',
});

export interface AnimalUpdate extends PlannedWrite {
  readonly known: KnownAnimal;
  readonly patch: Patch;
}

export interface AddedNumber extends ImportedNumber {
  readonly animal: PlannedAnimal;
}
