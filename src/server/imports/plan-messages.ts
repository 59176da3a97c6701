import type { Insertable } from 'kysely';
import type { Database } from '#server/db/schema/schema.ts';
import type { ListName } from '#domain/records/kinds.ts';
import type { NewEntry } from '#server/farm-lists/farm-lists.queries.ts';
import type { NamedLists } from '#domain/imports/event-draft.ts';
import type { KnownNumber } from '#domain/imports/numbers.ts';
import type { ImportTally } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import type { Question } from '#domain/imports/question.ts';
import type { ImportedChange } from '#domain/imports/undo.ts';
import type { Outcome, StoredImport } from './imports.queries.ts';
import type { FarmSpecies, WeightUnit } from '#domain/values/units.ts';
import type { RawRow } from './raw-table.ts';

export type NewMating = Omit<Insertable<Database['breeding_records']>, 'farm_id' | 'revision'>;
/** An entry of one of the farm's lists, with the name of the list. */
export interface NewListEntry<T extends ListName = ListName> {
  readonly list: T;
  readonly entry: NewEntry<T>;
}

export interface PlanTask extends Pick<StoredImport, 'id' | 'columns' | 'answers' | 'row_choices'> {
  readonly memory: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly unit: WeightUnit;
  readonly keeps: FarmSpecies | null;
}

/** What is compared with the file. */
export interface PlanInput {
  readonly rows: readonly RawRow[];
  readonly animals: readonly KnownAnimal[];
  readonly numbers: readonly KnownNumber[];
  readonly recorded: readonly string[];
  /** One of them. */
  readonly lists: readonly NamedLists[];
}

export interface PlannedChange extends ImportedChange {
  readonly after: Partial<AnimalRecord>;
}

export type DryRun = ImportTally & { readonly activeBefore: number; readonly activeAfter: number };

/** The first answer of the thread. The second one, which only writing needs, has the rows to write. */
export interface PlanPreview {
  readonly questions: readonly Question[];
  /** null while a question about the columns is open. */
  readonly dryRun: DryRun | null;
  readonly outcomes: readonly Outcome[];
}
