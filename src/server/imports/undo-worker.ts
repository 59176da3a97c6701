import type { Undone } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import { planUndo } from '#domain/imports/undo.ts';
import { answerWith } from '#server/worker-answers.ts';
import type { ChangeEntry } from './imports.queries.ts';
import { partsOf, type Part } from './parts.ts';

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

const maxReasons = 500;
const animals: KnownAnimal[] = [];
const animalsWithRecords = new Set<string>();
const addedAnimals = new Map<string, number>();
const changes: ChangeEntry[] = [];

function receive(input: Partial<UndoInput>): void {
  animals.push(...(input.animals ?? []));
  for (const id of input.animalsWithRecords ?? []) animalsWithRecords.add(id);
  for (const [id, version] of input.addedAnimals ?? []) addedAnimals.set(id, version);
  changes.push(...(input.changes ?? []));
}

async function* parts(): AsyncGenerator<Part<UndoSummary, UndoLists>, undefined> {
  const { restore, remove, kept, activeChange } = planUndo({ animals, addedAnimals, changes, animalsWithRecords });
  const reasons = kept.slice(0, maxReasons).map(({ tagNumber, reason }) => ({ tagNumber, reason }));
  const keep = kept.map(({ animalId }) => animalId);
  return yield* partsOf<UndoSummary, UndoLists>(
    { activeChange, keptCount: kept.length, kept: reasons },
    { keep, restore, remove },
  );
}

answerWith(parts(), receive);
