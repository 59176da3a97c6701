import type { ExportSheet } from '#contract/reports.ts';
import { animalTagLabel } from '#domain/animal-tags.ts';
import { animalFields } from '#domain/records/animal.ts';
import { breedingFields } from '#domain/records/breeding-record.ts';
import { choiceText, fieldNames, infosOf, type FieldInfo, type FieldKind } from '#domain/records/fields.ts';
import { withdrawalProducts } from '#domain/records/event-names.ts';
import { eventKinds, withdrawalFields, type EventKind } from '#domain/records/events.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { exactPounds } from '#domain/weights.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import {
  animalBatches,
  breedingBatches,
  healthBatches,
  saleBatches,
  treatmentBatches,
  type AnimalRow,
  type BreedingRow,
  type DayRange,
  type HealthRow,
  type TreatmentRow,
} from './reports.queries.ts';

export type Cell = string | number | null;
export type CellKind = 'text' | 'date' | 'number' | 'dollars';

export interface Column {
  readonly heading: string;
  readonly kind: CellKind;
  /** In characters. */
  readonly width: number;
}

export interface Sheet {
  readonly title: string;
  readonly columns: readonly Column[];
  rows(db: Db, farmId: FarmId, range: DayRange): AsyncIterable<Cell[][]>;
}

interface ColumnOf<R> extends Column {
  readonly of: (row: R) => Cell;
}

const text = <R>(heading: string, width: number, of: (row: R) => string | null): ColumnOf<R> => ({
  heading,
  kind: 'text',
  width,
  of,
});

const cellKinds: Readonly<Partial<Record<FieldKind, CellKind>>> = {
  day: 'date',
  year: 'number',
  days: 'number',
  weight: 'number',
  price: 'dollars',
};

function columnOf<R>(name: keyof R & string, info: FieldInfo): ColumnOf<R> {
  const heading = info.heading ?? info.label;
  const kind = cellKinds[info.kind] ?? 'text';
  const width = info.width ?? (kind === 'number' ? Math.max(10, heading.length + 2) : kind === 'text' ? 9 : 12);
  return { heading, kind, width, of: (row) => cellOf(info, row[name] as Cell | boolean) };
}

function cellOf(info: FieldInfo, value: Cell | boolean): Cell {
  if (value === null) return null;
  switch (info.kind) {
    case 'yesNo':
      return value ? 'Yes' : 'No';
    case 'choice':
      return choiceText(info, String(value));
    case 'weight':
      return exactPounds(Number(value));
    case 'price':
      return Number(value) / 100;
    default:
      return typeof value === 'boolean' ? Number(value) : value;
  }
}

const animalInfos = infosOf(animalFields);
const healthInfos = infosOf(healthFields);
const breedingInfos = infosOf(breedingFields);
const productInfo = infosOf(withdrawalFields).product;

const ofAnimal = (...names: (keyof AnimalRow & keyof typeof animalInfos)[]) =>
  names.map((name) => columnOf<AnimalRow>(name, animalInfos[name]));
const ofCheckup = (...names: (keyof HealthRow & keyof typeof healthInfos)[]) =>
  names.map((name) => columnOf<HealthRow>(name, healthInfos[name]));
const ofMating = (...names: (keyof BreedingRow & keyof typeof breedingInfos)[]) =>
  names.map((name) => columnOf<BreedingRow>(name, breedingInfos[name]));

function sheet<R>(
  title: string,
  batches: (db: Db, farmId: FarmId, range: DayRange) => AsyncIterable<R[]>,
  columns: readonly ColumnOf<R>[],
): Sheet {
  return {
    title,
    columns,
    async *rows(db, farmId, range) {
      for await (const batch of batches(db, farmId, range)) yield batch.map((row) => columns.map(({ of }) => of(row)));
    },
  };
}

const identityFields = ['tagNumber', 'name', 'species', 'sex', 'birthDate', 'birthYear', 'breed'] as const;
const growthFields = ['healthStatus', 'vaccinated', 'birthWeightGrams', 'weaningWeightGrams', 'weaningAgeDays'] as const;
const saleFields = ['status', 'forSale', 'salePriceCents', 'saleDescription'] as const;
const lastFields = ['pedigreeUrl', 'notes'] as const;

const placed: ReadonlySet<string> = new Set([...identityFields, 'color', ...growthFields, ...saleFields, ...lastFields]);
const otherFields = fieldNames(animalFields).filter(
  (name): name is keyof AnimalRow & keyof typeof animalInfos =>
    !placed.has(name) && animalInfos[name].heading !== null && animalInfos[name].kind !== 'animal',
);

/** The import recognizes these headings, so that the file can be imported again. */
export const sheets: Readonly<Record<ExportSheet, Sheet>> = {
  animals: sheet('Animals', animalBatches, [
    ...ofAnimal(...identityFields, 'color'),
    text('EID', 18, (animal) => animal.eid),
    text(animalTagLabel('registration'), 18, (animal) => animal.registration),
    text('Mother tag', 14, (animal) => animal.motherTag),
    text('Father tag', 14, (animal) => animal.fatherTag),
    ...ofAnimal(...growthFields, ...saleFields, ...otherFields, ...lastFields),
  ]),
  health: sheet<HealthRow>('Health records', healthBatches, [
    ...ofCheckup('date'),
    text('Tag number', 14, (record) => record.tagNumber),
    text('Name', 18, (record) => record.name),
    ...ofCheckup('recordType', 'healthStatus', 'weightGrams', 'cdnt', 'hoofsTrimmed', 'dewormed', 'description'),
    ...ofCheckup('veterinarian', 'medication', 'dosage', 'nextDueDate', 'notes'),
  ]),
  breeding: sheet<BreedingRow>('Breeding records', breedingBatches, [
    ...ofMating('breedingDate'),
    text('Species', 9, (record) => choiceText(animalInfos.species, record.species)),
    text('Father tag', 14, (record) => record.fatherTag),
    text('Father name', 18, (record) => record.fatherName),
    text('Mother tag', 14, (record) => record.motherTag),
    text('Mother name', 18, (record) => record.motherName),
    ...ofMating('expectedDueDate', 'actualBirthDate', 'outcome'),
    text('Offspring', 24, (record) => record.offspringTags.join(', ')),
    ...ofMating('notes'),
  ]),
  sales: sheet('Sales', saleBatches, ofAnimal(...identityFields, ...saleFields)),
  treatments: sheet<TreatmentRow>('Treatments', treatmentBatches, [
    { ...text<TreatmentRow>('Date', 12, ({ day }) => day), kind: 'date' },
    text('Tag number', 14, ({ tagNumber }) => tagNumber),
    text('Name', 18, ({ name }) => name),
    text('Kind', 12, ({ kind }) => eventKinds[kind as EventKind].label),
    text('Product', 22, ({ product }) => product),
    text('Dose', 12, ({ dose }) => dose),
    text('Route', 12, ({ route }) => route),
    text('Batch', 14, ({ batch }) => batch),
    text('Reason', 30, ({ reason }) => reason),
    text('Prescribed by', 18, ({ prescriber }) => prescriber),
    text('Extra-label', 11, ({ isExtraLabel }) => (isExtraLabel ? 'Yes' : 'No')),
    ...withdrawalProducts.map((product) =>
      text<TreatmentRow>(`${choiceText(productInfo, product)} clear on`, 14, ({ clearOn }) =>
        clearOn[product] === 'open' ? 'Course open' : clearOn[product] === 'notRecorded' ? 'Not recorded' : clearOn[product],
      ),
    ),
    text('Done by', 18, ({ responsible }) => responsible),
    text('Note', 30, ({ note }) => note),
  ]),
};
