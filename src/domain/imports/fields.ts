import { animalFields, type AnimalRecord } from '../records/animal.ts';
import { fieldNames, infosOf, type FieldKind } from '../records/fields.ts';

interface ImportFieldInfo {
  readonly label: string;
  /** Replaces the label in the template where that alone would be ambiguous. */
  readonly heading?: string;
  readonly kind?: FieldKind;
}

const animalInfos = infosOf(animalFields);

const ofAnimal = (name: keyof AnimalRecord, heading?: string): ImportFieldInfo => {
  const { kind, label, importLabel = label } = animalInfos[name];
  return { kind, label: importLabel, ...(heading !== undefined && { heading }) };
};

const ownFields = {
  tagNumber: ofAnimal('tagNumber'),
  eid: { label: 'EID' },
  registration: { label: 'Registration number' },
  name: ofAnimal('name'),
  species: ofAnimal('species'),
  sex: ofAnimal('sex'),
  birthDate: ofAnimal('birthDate', 'Birth date (yyyy-mm-dd)'),
  birthYear: ofAnimal('birthYear'),
  breed: ofAnimal('breed'),
  color: ofAnimal('color'),
  status: ofAnimal('status'),
  healthStatus: ofAnimal('healthStatus'),
  motherTag: { label: 'Mother', heading: "Mother's tag number" },
  motherBreed: { label: "Mother's breed" },
  motherAgeYears: { label: "Mother's age", heading: "Mother's age (years)" },
  fatherTag: { label: 'Father', heading: "Father's tag number" },
  fatherBreed: { label: "Father's breed" },
  birthWeight: ofAnimal('birthWeightGrams', 'Birth weight (lbs)'),
  weaningWeight: ofAnimal('weaningWeightGrams', 'Weaning weight (lbs)'),
  weaningAge: ofAnimal('weaningAgeDays', 'Weaning age (days)'),
  weight: { label: 'Weight', heading: 'Weight (lbs)', kind: 'weight' },
  weighingDate: { label: 'Weighing date', heading: 'Weighing date (yyyy-mm-dd)', kind: 'day' },
  vaccinated: ofAnimal('vaccinated'),
  pedigreeUrl: ofAnimal('pedigreeUrl'),
  forSale: ofAnimal('forSale'),
  salePrice: ofAnimal('salePriceCents'),
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type OwnField = keyof typeof ownFields;

/** Fields that are not imported, or are imported under another name. */
const notByName = [
  'motherId',
  'fatherId',
  'birthWeightGrams',
  'weaningWeightGrams',
  'weaningAgeDays',
  'salePriceCents',
  'imageUrl',
  'isReference',
  'notes',
] as const satisfies readonly (keyof AnimalRecord)[];

export type FieldByKind = Exclude<keyof AnimalRecord, OwnField | (typeof notByName)[number]>;
const notByKind: ReadonlySet<string> = new Set([...Object.keys(ownFields), ...notByName]);
export const fieldsByKind = fieldNames(animalFields).filter((name): name is FieldByKind => !notByKind.has(name));

/**
 * Fields of event files (file-kind.ts), and of treatments in a file of animals, which go into the notes if the product or the day is
 * missing.
 */
const eventFields = {
  treatedOn: { label: 'Treatment date', kind: 'day' },
  time: { label: 'Time of day' },
  product: { label: 'Product' },
  dose: { label: 'Dose', kind: 'number' },
  doseUnit: { label: 'Unit of the dose' },
  batch: { label: 'Batch' },
  reason: { label: 'Reason' },
  meatDays: { label: 'Meat withdrawal (days)' },
  milkDays: { label: 'Milk withdrawal (days)' },
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

/** Fields of files with estimated breeding values, which have a column for each trait and one for its accuracy. */
const breedingValueFields = {
  analysisDate: { label: 'Day of the analysis', kind: 'day' },
  breedingValue: { label: 'Breeding value (EBV)' },
  accuracy: { label: 'Accuracy of a breeding value' },
} as const satisfies Readonly<Record<string, ImportFieldInfo>>;

export type BreedingValueField = keyof typeof breedingValueFields;
export const breedingValueFieldNames = Object.keys(breedingValueFields) as BreedingValueField[];

export type EventField = keyof typeof eventFields;
export const eventFieldNames = Object.keys(eventFields) as EventField[];

export type ImportField = OwnField | FieldByKind | EventField | BreedingValueField | 'notes' | 'keep' | 'leaveOut';

export const importFields = {
  ...ownFields,
  ...Object.fromEntries(fieldsByKind.map((name) => [name, ofAnimal(name)])),
  ...eventFields,
  ...breedingValueFields,
  notes: ofAnimal('notes'),
  keep: { label: 'Keep in the notes' },
  leaveOut: { label: 'Leave out' },
} as Readonly<Record<ImportField, ImportFieldInfo>>;

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** Several columns of one file may be assigned to these fields; every other field takes one column. */
const multiColumnFields: ReadonlySet<ImportField> = new Set(['notes', 'keep', 'leaveOut', 'breedingValue', 'accuracy']);
export const allowsSeveralColumns = (field: ImportField): boolean => multiColumnFields.has(field);

export interface Column {
  readonly heading: string;
  readonly field: ImportField;
}

export interface TableRow {
  /** The number that a spreadsheet program shows for the row. */
  readonly number: number;
  readonly cells: readonly string[];
}

export const templateHeadings: readonly string[] = importFieldNames
  .filter((name) => name !== 'keep' && name !== 'leaveOut' && !Object.hasOwn({ ...eventFields, ...breedingValueFields }, name))
  .map((name) => importFields[name].heading ?? importFields[name].label);
