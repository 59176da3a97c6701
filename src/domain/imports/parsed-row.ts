import type { CalendarDate } from '../values/dates.ts';
import type { Sex, Species } from '../records/animals.ts';
import type { HasBirth } from '../records/births.ts';
import type { AnimalTagKind } from '../records/animal-tags.ts';
import type { AnimalRecord } from '../records/animal.ts';
import type { notImportedAsValues } from './fields.ts';
import type { Happened } from './happened-cells.ts';

/** An absent key was not in the file. */
export type ImportedValues = {
  -readonly [K in Exclude<keyof AnimalRecord, (typeof notImportedAsValues)[number]>]?: K extends keyof HasBirth
    ? AnimalRecord[K]
    : NonNullable<AnimalRecord[K]>;
};

export interface ParentReference {
  readonly tag: string;
  /** Other numbers or names of the parent. */
  readonly also?: readonly string[];
  readonly breed: string | null;
  /** The age in years at the birth of this animal. */
  readonly ageYears: number | null;
}

/** An identifier that the file assigns to an animal. */
export interface ImportedNumber {
  readonly kind: AnimalTagKind;
  readonly number: string;
  readonly fromDay?: CalendarDate | null;
  /** When it was lost or replaced. */
  readonly toDay?: CalendarDate | null;
}

export interface ParsedRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly values: Readonly<ImportedValues>;
  readonly mother: ParentReference | null;
  readonly father: ParentReference | null;
  readonly happened: readonly Happened[];
  readonly numbers: readonly ImportedNumber[];
  /** Those that parents are named by besides its name. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
  readonly remarks: readonly string[];
}

export interface UnreadableRow {
  readonly number: number;
  readonly tagNumber: string;
  readonly refusal: string;
}

export const isParsed = (row: ParsedRow | UnreadableRow): row is ParsedRow => 'values' in row;
