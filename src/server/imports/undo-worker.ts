import type { Undone } from '#contract/imports.ts';
import type { KnownAnimal } from '#domain/imports/herd.ts';
import { planUndo, type ImportedChange } from '#domain/imports/undo.ts';
import { answerWith } from '#server/worker-answers.ts';
import { collect, partsOf, type ListsOf } from './parts.ts';

/** What the undo depends on. */
export interface UndoInput {
  readonly animals: KnownAnimal;
  readonly animalsWithRecords: string;
  readonly addedAnimals: readonly [id: string, versionAfter: number];
  readonly changes: ImportedChange;
}

export interface UndoLists {
  readonly activeChange: number;
  /** The first reasons why animals stay as they are. */
  readonly kept: Undone['kept'][number];
  /** The ids of all that stay. */
  readonly keep: string;
  readonly restore: ImportedChange;
  readonly remove: string;
}

const maxReasons = 500;
const input: { [N in keyof UndoInput]: UndoInput[N][] } = { animals: [], animalsWithRecords: [], addedAnimals: [], changes: [] };

function* parts() {
  const { animals, changes } = input;
  const [addedAnimals, animalsWithRecords] = [new Map(input.addedAnimals), new Set(input.animalsWithRecords)];
  const { activeChange, kept, ...lists } = planUndo({ animals, addedAnimals, changes, animalsWithRecords });
  const reasons = kept.slice(0, maxReasons).map(({ tagNumber, reason }) => ({ tagNumber, reason }));
  const keep = kept.map(({ animalId }) => animalId);
  yield* partsOf<UndoLists>({ activeChange: [activeChange], kept: reasons, keep, ...lists });
}

answerWith(parts(), (sent: Partial<ListsOf<UndoInput>>) => collect(input, sent));
