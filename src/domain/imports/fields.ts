import { animalTagLabel } from '../records/animal-tags.ts';
import { animalFields, type AnimalRecord } from '../records/animal.ts';
import { fieldNames, infosOf } from '../records/fields.ts';
import type { WeightUnit } from '../values/units.ts';
import { eventFields, named, several, type EventField, type ImportFieldInfo } from './event-fields.ts';

const animalInfos = infosOf(animalFields);

function ofAnimal(name: keyof AnimalRecord, more: Partial<ImportFieldInfo> = {}): ImportFieldInfo {
  const { kind, label, importLabel = label, heading } = animalInfos[name];
  return named(importLabel, { kind, ...(typeof heading === 'string' && { heading }), ...more });
}

const [describing, ofLitter] = [{ isDescribing: true }, { isOfLitter: true }] as const;

const ownFields = {
  tagNumber: ofAnimal('tagNumber'),
  eid: named('EID'),
  registration: named(animalTagLabel('registration')),
  official: named(animalTagLabel('official')),
  tattoo: named(animalTagLabel('tattoo'), several),
  otherNumber: named(animalTagLabel('other'), several),
  /** Those that it had, or has several of, as `animalTagText` writes them. */
  moreNumbers: named('More numbers'),
  name: ofAnimal('name'),
  /** Kept in the notes; parents are found by it. */
  otherName: named('Another name', several),
  species: ofAnimal('species', describing),
  sex: ofAnimal('sex', describing),
  birthDate: ofAnimal('birthDate', { ...describing, ...ofLitter }),
  birthYear: ofAnimal('birthYear', { ...describing, ...ofLitter }),
  breed: ofAnimal('breed', describing),
  color: ofAnimal('color'),
  status: ofAnimal('status', describing),
  howLeft: named('How it left', several),
  healthStatus: ofAnimal('healthStatus'),
  motherTag: named('Mother', { heading: 'Mother tag', ...several, ...describing, ...ofLitter }),
  motherBreed: named("Mother's breed", ofLitter),
  motherAgeYears: named("Mother's age", { heading: "Mother's age (years)", ...ofLitter }),
  fatherTag: named('Father', { heading: 'Father tag', ...several, ...describing, ...ofLitter }),
  fatherBreed: named("Father's breed", ofLitter),
  birthWeight: ofAnimal('birthWeightGrams'),
  weaningWeight: ofAnimal('weaningWeightGrams'),
  weaningAge: ofAnimal('weaningAgeDays'),
  weight: named('Weight', { kind: 'weight' }),
  weighingDate: named('Weighing date', { kind: 'day' }),
  vaccinated: ofAnimal('vaccinated'),
  pedigreeUrl: ofAnimal('pedigreeUrl'),
  forSale: ofAnimal('forSale'),
  salePrice: ofAnimal('salePriceCents'),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type OwnField = keyof typeof ownFields;

/** Fields of an animal that are imported separately, or not at all. */
export const notImportedAsValues = [
  'tagNumber',
  'species',
  'sex',
  'motherId',
  'fatherId',
  'imageUrl',
  'notes',
  'isReference',
] as const satisfies readonly (keyof AnimalRecord)[];

/** Those, and fields that are imported under another name. */
const notByName = [...notImportedAsValues, 'birthWeightGrams', 'weaningWeightGrams', 'weaningAgeDays', 'salePriceCents'] as const;

export type FieldByKind = Exclude<keyof AnimalRecord, OwnField | (typeof notByName)[number]>;
const notByKind: ReadonlySet<string> = new Set([...Object.keys(ownFields), ...notByName]);
export const fieldsByKind = fieldNames(animalFields).filter((name): name is FieldByKind => !notByKind.has(name));

/** Fields of files with estimated breeding values, which have a column for each trait and one for its accuracy. */
const breedingValueFields = {
  analysisDate: named('Day of the analysis', { kind: 'day' }),
  breedingValue: named('Breeding value (EBV)', several),
  accuracy: named('Accuracy of a breeding value', several),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

type BreedingValueField = keyof typeof breedingValueFields;

export type { EventField };

export type ImportField = OwnField | FieldByKind | EventField | BreedingValueField | 'notes' | 'keep' | 'leaveOut';

export const importFields: Readonly<Record<ImportField, ImportFieldInfo>> = {
  ...ownFields,
  ...(Object.fromEntries(fieldsByKind.map((name) => [name, ofAnimal(name)])) as Record<FieldByKind, ImportFieldInfo>),
  ...eventFields,
  ...breedingValueFields,
  notes: ofAnimal('notes', several),
  keep: named('Keep in the notes', { ...several, isOfFuture: true }),
  /** What an exported sheet computes from other columns. */
  leaveOut: named('Leave out', several),
};

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

export const allowsSeveralColumns = (field: ImportField): boolean => importFields[field].isOfSeveral ?? false;

export interface Column {
  readonly heading: string;
  readonly field: ImportField;
  /** In its heading, where a table has columns for each of several days. */
  readonly day?: string;
  /** What the column may be, if its heading and its cells do not tell; the person is asked. */
  readonly ask?: readonly ImportField[];
  /** A person chose the field, so that it is remembered for later files. */
  readonly isChosen?: true;
}

/** The index of the column of a field; -1 if there is none. */
export const columnOf = (columns: readonly Column[], field: ImportField): number =>
  columns.findIndex((column) => column.field === field);

/** Of an animal's notes and of an event's note, in code points. */
export const maxNotesLength = 2000;

export interface TableRow {
  /** The number that a spreadsheet program shows for the row. */
  readonly number: number;
  readonly cells: readonly string[];
  /** What was changed in the row before it was read. */
  readonly remarks?: readonly string[];
  /** Why nothing in the row can be used. */
  readonly refusal?: string;
}

/** The heading under which the field is written, with the unit of weights. */
export function headingOf(field: ImportField, unit: WeightUnit): string {
  const { label, heading = label, kind } = importFields[field];
  return kind === 'weight' ? `${heading} (${unit})` : heading;
}

const ofEvents: ReadonlySet<string> = new Set(Object.keys({ ...eventFields, ...breedingValueFields }));

export const templateFields = importFieldNames.filter((name) => name !== 'keep' && name !== 'leaveOut' && !ofEvents.has(name));

export const templateHeadings = (unit: WeightUnit): readonly string[] =>
  templateFields.map((name) => headingOf(name, unit) + (importFields[name].kind === 'day' ? ' (yyyy-mm-dd)' : ''));
