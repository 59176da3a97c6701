import type { KnownAnimal } from '#domain/imports/herd.ts';
import { planUndo, type ImportedChange } from '#domain/imports/undo.ts';
import { answerWith } from '#server/worker-answers.ts';

/** What the undo depends on. */
export interface UndoInput {
  readonly animals: readonly KnownAnimal[];
  readonly animalsWithRecords: readonly string[];
  readonly addedAnimals: readonly (readonly [id: string, versionAfter: number])[];
  readonly changes: readonly ImportedChange[];
}

export type UndoPlan = ReturnType<typeof planned>;

const maxReasons = 500;
const input: { [N in keyof UndoInput]: UndoInput[N][number][] } = {
  animals: [],
  animalsWithRecords: [],
  addedAnimals: [],
  changes: [],
};

function planned() {
  const { animals, changes } = input;
  const [addedAnimals, animalsWithRecords] = [new Map(input.addedAnimals), new Set(input.animalsWithRecords)];
  const { kept, ...plan } = planUndo({ animals, addedAnimals, changes, animalsWithRecords });
  /** The ids of all that stay as they are, and the first reasons why. */
  const keep = new Set(kept.map(({ animalId }) => animalId));
  return { ...plan, keep, kept: kept.slice(0, maxReasons).map(({ tagNumber, reason }) => ({ tagNumber, reason })) };
}

function* answers() {
  yield planned();
}

answerWith(answers(), input);
