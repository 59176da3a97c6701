import type { Undone } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import type { ChangeEntry } from './imports.queries.ts';

/** What the undo depends on, in parts. */
export interface UndoInput {
  readonly animals: readonly KnownAnimal[];
  readonly animalsWithRecords: readonly string[];
  readonly addedAnimals: readonly (readonly [id: string, versionAfter: number])[];
  readonly changes: readonly ChangeEntry[];
}

export interface UndoSummary extends Pick<Undone, 'keptCount' | 'kept'> {
  readonly activeChange: number;
}

export interface UndoLists {
  /** The ids of the animals that stay as they are. */
  readonly keep: string;
  readonly restore: ChangeEntry;
  readonly remove: string;
}
