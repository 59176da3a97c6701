import type { ExportSheet } from '#contract/reports.ts';
import { healthText } from '#domain/animals.ts';
import { extraLabels } from '#domain/health-records.ts';
import { exactPounds } from '#domain/weights.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import {
  animalBatches,
  breedingBatches,
  healthBatches,
  saleBatches,
  type AnimalRow,
  type BreedingRow,
  type DayRange,
  type HealthRow,
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

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pounds = (grams: number | null): number | null => (grams === null ? null : exactPounds(grams));
const dollars = (cents: number | null): number | null => (cents === null ? null : cents / 100);

const text = <R>(heading: string, width: number, of: (row: R) => string | null): ColumnOf<R> => ({
  heading,
  kind: 'text',
  width,
  of,
});
const day = <R>(heading: string, of: (row: R) => string | null): ColumnOf<R> => ({ heading, kind: 'date', width: 12, of });
const number = <R>(heading: string, of: (row: R) => number | null): ColumnOf<R> => ({
  heading,
  kind: 'number',
  width: Math.max(10, heading.length + 2),
  of,
});
const price = <R>(heading: string, of: (row: R) => number | null): ColumnOf<R> => ({ heading, kind: 'dollars', width: 12, of });

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

const identityColumns = [
  text<AnimalRow>('Tag number', 14, (animal) => animal.tagNumber),
  text<AnimalRow>('Name', 18, (animal) => animal.name),
  text<AnimalRow>('Species', 9, (animal) => capitalize(animal.species)),
  text<AnimalRow>('Sex', 9, (animal) => capitalize(animal.sex)),
  day<AnimalRow>('Birth date', (animal) => animal.birthDate),
  number<AnimalRow>('Birth year', (animal) => animal.birthYear),
  text<AnimalRow>('Breed', 18, (animal) => animal.breed),
];

const saleColumns = [
  text<AnimalRow>('Status', 9, (animal) => capitalize(animal.status)),
  text<AnimalRow>('For sale', 9, (animal) => yesOrNo(animal.forSale)),
  price<AnimalRow>('Sale price', (animal) => dollars(animal.salePriceCents)),
  text<AnimalRow>('Sale description', 40, (animal) => animal.saleDescription),
];

/** The import recognizes the headings of the animals, so that the file can be imported again. */
export const sheets: Readonly<Record<ExportSheet, Sheet>> = {
  animals: sheet('Animals', animalBatches, [
    ...identityColumns,
    text('Color', 14, (animal) => animal.color),
    text('Mother tag', 14, (animal) => animal.motherTag),
    text('Father tag', 14, (animal) => animal.fatherTag),
    text('Health status', 14, (animal) => healthText(animal.healthStatus)),
    text('Vaccinated', 11, (animal) => yesOrNo(animal.vaccinated)),
    number('Birth weight (lbs)', (animal) => pounds(animal.birthWeightGrams)),
    number('Weaning weight (lbs)', (animal) => pounds(animal.weaningWeightGrams)),
    number('Weaning age (days)', (animal) => animal.weaningAgeDays),
    ...saleColumns,
    text('Pedigree link', 30, (animal) => animal.pedigreeUrl),
    text('Notes', 40, (animal) => animal.notes),
  ]),
  health: sheet<HealthRow>('Health records', healthBatches, [
    day('Date', (record) => record.date),
    text('Tag number', 14, (record) => record.tagNumber),
    text('Name', 18, (record) => record.name),
    text('Record type', 12, (record) => record.recordType),
    text('Health status', 14, (record) => healthText(record.healthStatus)),
    number('Weight (lbs)', (record) => pounds(record.weightGrams)),
    text(extraLabels.cdnt, 8, (record) => yesOrNo(record.cdnt)),
    text(extraLabels.hoofsTrimmed, 14, (record) => yesOrNo(record.hoofsTrimmed)),
    text(extraLabels.dewormed, 10, (record) => yesOrNo(record.dewormed)),
    text('Description', 40, (record) => record.description),
    text('Veterinarian', 18, (record) => record.veterinarian),
    text('Medication', 18, (record) => record.medication),
    text('Dosage', 12, (record) => record.dosage),
    day('Next due date', (record) => record.nextDueDate),
    text('Notes', 40, (record) => record.notes),
  ]),
  breeding: sheet<BreedingRow>('Breeding records', breedingBatches, [
    day('Breeding date', (record) => record.breedingDate),
    text('Species', 9, (record) => capitalize(record.species)),
    text('Father tag', 14, (record) => record.fatherTag),
    text('Father name', 18, (record) => record.fatherName),
    text('Mother tag', 14, (record) => record.motherTag),
    text('Mother name', 18, (record) => record.motherName),
    day('Expected due date', (record) => record.expectedDueDate),
    day('Actual birth date', (record) => record.actualBirthDate),
    text('Outcome', 13, (record) => capitalize(record.outcome)),
    text('Offspring', 24, (record) => record.offspringTags.join(', ')),
    text('Notes', 40, (record) => record.notes),
  ]),
  sales: sheet('Sales', saleBatches, [...identityColumns, ...saleColumns]),
};
