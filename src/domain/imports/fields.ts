/**
 * The fields that a column of a file can have, in the order of the template's columns. `label` is shown in the choice of fields;
 * `heading` replaces it in the template where the label alone would be ambiguous.
 */
export const importFields = {
  tagNumber: { label: 'Tag number' },
  name: { label: 'Name' },
  species: { label: 'Species' },
  sex: { label: 'Sex' },
  birthDate: { label: 'Birth date', heading: 'Birth date (yyyy-mm-dd)' },
  birthYear: { label: 'Birth year' },
  breed: { label: 'Breed' },
  color: { label: 'Color' },
  status: { label: 'Status' },
  healthStatus: { label: 'Health' },
  motherTag: { label: 'Mother', heading: "Mother's tag number" },
  motherBreed: { label: "Mother's breed" },
  motherAgeYears: { label: "Mother's age", heading: "Mother's age (years)" },
  fatherTag: { label: 'Father', heading: "Father's tag number" },
  fatherBreed: { label: "Father's breed" },
  birthWeight: { label: 'Birth weight', heading: 'Birth weight (lbs)' },
  weaningWeight: { label: 'Weaning weight', heading: 'Weaning weight (lbs)' },
  weaningAge: { label: 'Weaning age', heading: 'Weaning age (days)' },
  weight: { label: 'Weight', heading: 'Weight (lbs)' },
  weighingDate: { label: 'Weighing date', heading: 'Weighing date (yyyy-mm-dd)' },
  vaccinated: { label: 'Vaccinated' },
  pedigreeUrl: { label: 'Pedigree link' },
  forSale: { label: 'For sale' },
  salePrice: { label: 'Sale price' },
  saleDescription: { label: 'Sale description' },
  notes: { label: 'Notes' },
  keep: { label: 'Keep in the notes' },
  leaveOut: { label: 'Leave out' },
} as const satisfies Readonly<Record<string, { label: string; heading?: string }>>;

export type ImportField = keyof typeof importFields;
export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]];

/** Several columns of one file may be assigned to these fields; every other field takes one column. */
const multiColumnFields: ReadonlySet<ImportField> = new Set(['notes', 'keep', 'leaveOut']);
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

/** The headings of an empty file that can be imported without any question. */
export const templateHeadings: readonly string[] = importFieldNames
  .filter((name) => name !== 'keep' && name !== 'leaveOut')
  .map((name) => {
    const field: { label: string; heading?: string } = importFields[name];
    return field.heading ?? field.label;
  });
