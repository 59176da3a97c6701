import type { Insertable } from 'kysely';
import type { Database } from '#server/db/schema/schema.ts';
import type { ListName } from '#domain/records/kinds.ts';
import type { NewEntry } from '#server/farm-lists/farm-lists.queries.ts';
import type { NamedLists } from '#domain/imports/event-rows.ts';
import type { KnownNumber } from '#domain/imports/numbers.ts';
import type { NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import type { ImportTally } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import type { Question } from '#domain/imports/question.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { NewEventRow } from '#server/journal/journal.queries.ts';
import type { ChangeEntry, Outcome } from './imports.queries.ts';
import type { FarmSpecies, WeightUnit } from '#domain/values/units.ts';
import type { Part } from './parts.ts';
import type { RawRow } from './raw-table.ts';

export type NewMating = Omit<Insertable<Database['breeding_records']>, 'farm_id' | 'revision'>;
/** An entry of one of the farm's lists, with the name of the list. */
export interface NewListEntry<T extends ListName = ListName> {
  readonly list: T;
  readonly entry: NewEntry<T>;
}

export interface PlanTask {
  readonly importId: string;
  readonly columns: string;
  readonly answers: string;
  readonly row_choices: string;
  readonly memory: ReadonlyMap<string, string>;
  readonly now: Date;
  readonly unit: WeightUnit;
  readonly keeps: FarmSpecies | null;
}

/** What is compared with the file, in parts. */
export interface PlanInput {
  readonly rows: readonly RawRow[];
  readonly animals: readonly KnownAnimal[];
  readonly numbers: readonly KnownNumber[];
  readonly recorded: readonly string[];
  readonly lists: NamedLists;
}

export interface PlanSummary {
  readonly questions: readonly Question[];
  /** null while a question about the columns is open. */
  readonly dryRun: (ImportTally & { readonly activeBefore: number; readonly activeAfter: number }) | null;
}

export interface PlannedChange extends ChangeEntry {
  readonly after: Partial<AnimalRecord>;
}

/** Sent in this order; showing the plan needs only the outcomes. */
export interface PlanLists {
  readonly outcomes: Outcome;
  readonly inserts: NewAnimalRow;
  readonly changes: PlannedChange;
  readonly events: NewEventRow;
  readonly matings: NewMating;
  readonly entries: NewListEntry;
  readonly numbers: NewTagRow;
}

export type PlanPart = Part<PlanSummary, PlanLists>;
