import type { Sex } from '../animals.ts';
import { formatPrice } from '../money.ts';
import { codePointLength } from '../text.ts';
import { weightText } from './amounts.ts';
import { bornWith, type Born, type KnownAnimal } from './herd.ts';
import { longestNotes, type ReadRow, type Values } from './reading.ts';

export interface Change {
  readonly label: string;
  readonly from: string | null;
  readonly to: string;
}

/** The fields that an import changes in an existing animal. */
export type Patch = Partial<Omit<Values, 'birthDate' | 'birthYear'> & Born & { sex: Sex; notes: string; isReference: false }>;

type Compared = Exclude<keyof Values, 'birthDate' | 'birthYear'>;

const labels: Readonly<Record<Compared, string>> = {
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
const compared = Object.keys(labels) as Compared[];

/** Compares a row with the animal's record. An absent or empty cell changes nothing. */
export function compare(row: ReadRow, animal: KnownAnimal, lines: readonly string[]): { changes: Change[]; patch: Patch } {
  const changes: Change[] = [];
  const patch: Patch = {};
  const change = (label: string, from: string | null, to: string, part: Patch): void => {
    changes.push({ label, from, to });
    Object.assign(patch, part);
  };
  if (animal.isReference) change('Kept here', 'No: an outside parent', 'Yes', { isReference: false });
  if (row.sex !== animal.sex) change('Sex', animal.sex, row.sex, { sex: row.sex });
  const born = bornWith(animal, row);
  if (bornText(born) !== bornText(animal)) change('Born', bornText(animal), bornText(born) ?? '', born);
  for (const key of compared) {
    const value = row.values[key];
    if (value === undefined || value === animal[key]) continue;
    change(labels[key], valueText(key, animal[key]), valueText(key, value) ?? '', { [key]: value });
  }
  const notes = moreNotes(animal.notes, lines);
  if (notes !== null) change('Notes', null, notes.added.join('\n'), { notes: notes.all });
  return { changes, patch };
}

export const isTooLong = (notes: string | undefined): boolean => notes !== undefined && codePointLength(notes) > longestNotes;

/** Joins the lines without repetitions. */
export const notesOf = (lines: readonly string[]): string => [...new Set(lines)].join('\n');

/** Appends the lines that the notes do not contain yet; null if they contain all of them. */
export function moreNotes(notes: string | null, lines: readonly string[]): { all: string; added: string[] } | null {
  const present = new Set((notes ?? '').split('\n').map((line) => line.trim()));
  const added = [...new Set(lines)].filter((line) => !present.has(line.trim()));
  return added.length === 0 ? null : { all: [...(notes ? [notes] : []), ...added].join('\n'), added };
}

const bornText = ({ birthDate, birthYear }: Born): string | null => birthDate ?? (birthYear === null ? null : String(birthYear));

function valueText(key: Compared, value: KnownAnimal[Compared]): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (key === 'salePriceCents') return formatPrice(Number(value));
  return key === 'birthWeightGrams' || key === 'weaningWeightGrams' ? weightText(Number(value)) : String(value);
}
