import { animalFields } from '../records/animal.ts';
import type { Sex } from '../records/animals.ts';
import { isWether, type HasBirth } from '../records/births.ts';
import { fieldNames, infosOf } from '../records/fields.ts';
import { formatPrice } from '../values/money.ts';
import { codePointLength } from '../values/text-length.ts';
import { formatWeight } from './amounts.ts';
import { maxNotesLength, notImportedAsValues } from './fields.ts';
import type { Change } from './happened.ts';
import { mergeBirth, type KnownAnimal } from './herd.ts';
import type { ImportedValues, ParsedRow } from './parsed-row.ts';

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
