import type { z } from 'zod';
import type { AnimalRecord } from '#domain/records/animal.ts';
import type { AnimalTagFields } from '#domain/records/animal-tag.ts';
import type { BreedingRecordFields } from '#domain/records/breeding-record.ts';
import type { FieldsInLists } from '#domain/records/by-kind.ts';
import type { Fields } from '#domain/records/fields.ts';
import type { ListName } from '#domain/records/kinds.ts';
import { tables } from '../baseline/tables.ts';
import type { RowsOf } from '../baseline/table.ts';
import { camelCase, type RowOf } from '../record-columns.ts';

type Rows = RowsOf<typeof tables>;

/** The fields of an entry of a list. One that is a list or an object is stored as JSON, as the column says. */
type PlainFields<F extends Fields> = { readonly [K in keyof F as z.output<F[K]> extends object ? never : K]: z.output<F[K]> };

/** The columns that store fields have the types of the fields. */
type FieldColumns = {
  readonly animals: RowOf<AnimalRecord>;
  readonly animal_tags: RowOf<AnimalTagFields>;
  /** The due date of a stored one is computed. */
  readonly breeding_records: Omit<RowOf<BreedingRecordFields>, 'expected_due_date'>;
} & { readonly [L in ListName]: RowOf<PlainFields<FieldsInLists[L]>> };

type RecordRows = { [T in keyof FieldColumns]: Omit<Rows[T], keyof FieldColumns[T]> & FieldColumns[T] };

/**
 * The tables of both engines. Ids are UUIDv7 text, days `yyyy-MM-dd` text, moments ISO 8601 UTC text, money whole cents, weights grams.
 * The first column of a farm's table is `farm_id`.
 */
export interface Database extends Omit<Rows, keyof RecordRows>, RecordRows {
  /** The view of what is for sale (baseline/listings.ts). */
  offered: Omit<Rows['listings'], 'position' | 'listed_on'>;
}

/** Names of boolean columns, also as fields, with every other alias that queries give them: SQLite stores booleans as 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  ...Object.values(tables).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, sql]) => (sql.startsWith('boolean') ? [name, camelCase(name)] : [])),
  ),
  'isVisit',
  'isSupport',
  'hasSubscription',
  'isOperator',
]);
