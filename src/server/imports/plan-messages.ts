import type { ImportTally } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { Question } from '#domain/imports/question.ts';
import type { AnimalColumns, NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { NewHealthRow } from '#server/health/health.queries.ts';
import type { ChangeEntry, Outcome } from './imports.queries.ts';
import type { RawRow } from './raw-table.ts';

export interface PlanTask {
  readonly importId: string;
  /** As they are stored. */
  readonly columns: string;
  readonly answers: string;
  readonly row_choices: string;
  readonly memory: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** What it is sent before it is asked for anything: the rows of the file, the animals of the farm and their weights, page by page. */
export type PlanInput =
  | { readonly kind: 'rows'; readonly rows: readonly RawRow[] }
  | { readonly kind: 'animals'; readonly animals: readonly KnownAnimal[] }
  /** By their keys. */
  | { readonly kind: 'weighings'; readonly weighings: readonly string[] };

export interface PlanSummary {
  readonly questions: readonly Question[];
  /** null while a question about the columns is open. */
  readonly dryRun: (ImportTally & { readonly activeBefore: number; readonly activeAfter: number }) | null;
}

/** What an animal of the farm gets, and what takes it back. */
export interface PlannedChange extends ChangeEntry {
  readonly columns: AnimalColumns;
}

/** What the thread answers, in this order; whoever only shows the plan stops after the outcomes. */
export type PlanMessage =
  | { readonly kind: 'summary'; readonly summary: PlanSummary }
  | { readonly kind: 'outcomes'; readonly outcomes: readonly Outcome[] }
  /** Parents before their children. */
  | { readonly kind: 'inserts'; readonly rows: readonly NewAnimalRow[] }
  | { readonly kind: 'changes'; readonly changes: readonly PlannedChange[] }
  | { readonly kind: 'checkups'; readonly rows: readonly NewHealthRow[] }
  | { readonly kind: 'end' };
