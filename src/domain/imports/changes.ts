import type { HasBirth, Sex } from '../animals.ts';
import { formatPrice } from '../money.ts';
import { codePointLength } from '../text.ts';
import { formatWeight } from './amounts.ts';
import { mergeBirth, type KnownAnimal } from './herd.ts';
import { maxNotesLength, type ParsedRow, type ImportedValues } from './row-reader.ts';

export interface Change {
  readonly label: string;
  readonly from: string | null;
  readonly to: string;
}

/** The fields that an import changes in an existing animal. */
export type Patch = Partial<
  Omit<ImportedValues, 'birthDate' | 'birthYear'> & HasBirth & { sex: Sex; notes: string; isReference: false }
>;

type ComparedField = Exclude<keyof ImportedValues, 'birthDate' | 'birthYear'>;

const labels: Readonly<Record<ComparedField, string>> = {
  name: 'Name',
  breed: 'Breed',
  color: 'Color',
  status: 'Status',
  healthStatus: 'Health',
  vaccinated: 'Vaccinated',
  pedigreeUrl: 'Pedigree link',
  forSale: 'For sale',
  salePriceCents: 'Sale price',
  saleDescription: 'Sale description',
  birthWeightGrams: 'Birth weight',
  weaningWeightGrams: 'Weaning weight',
  weaningAgeDays: 'Weaning age (days)',
};
const comparedFields = Object.keys(labels) as ComparedField[];

/** Compares a row with the animal's record. An absent or empty cell changes nothing. */
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
    change(labels[key], valueText(key, animal[key]), valueText(key, value) ?? '', { [key]: value });
  }
  const notes = mergeNotes(animal.notes, lines);
  if (notes !== null) change('Notes', null, notes.added.join('\n'), { notes: notes.all });
  return { changes, patch };
}

export const isTooLongForNotes = (notes: string | undefined): boolean =>
  notes !== undefined && codePointLength(notes) > maxNotesLength;

/** Joins the lines without repetitions. */
export const joinNotes = (lines: readonly string[]): string => [...new Set(lines)].join('\n');

/** Appends the lines that the notes do not contain yet; null if they contain all of them. */
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
  if (key === 'salePriceCents') return formatPrice(Number(value));
  return key === 'birthWeightGrams' || key === 'weaningWeightGrams' ? formatWeight(Number(value)) : String(value);
}
