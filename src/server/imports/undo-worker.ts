import type { KnownAnimal } from '#domain/imports/herd.ts';
import { planUndo } from '#domain/imports/undo.ts';
import { answerWith } from '#server/worker-answers.ts';
import type { ChangeEntry } from './imports.queries.ts';
import type { UndoInput, UndoMessage } from './undo-messages.ts';

const perMessage = 500;
const maxReasons = 500;
const animals: KnownAnimal[] = [];
const animalsWithRecords = new Set<string>();
const addedAnimals = new Map<string, number>();
const changes: ChangeEntry[] = [];

function receive(input: UndoInput): void {
  if (input.kind === 'changes') changes.push(...input.changes);
  else if (input.kind === 'addedAnimals') for (const [id, version] of input.addedAnimals) addedAnimals.set(id, version);
  else {
    animals.push(...input.animals);
    for (const id of input.animalsWithRecords) animalsWithRecords.add(id);
  }
}

async function* messages(): AsyncGenerator<UndoMessage, undefined> {
  const { restore, remove, kept, activeChange } = planUndo({ animals, addedAnimals, changes, animalsWithRecords });
  const reasons = kept.slice(0, maxReasons).map(({ tagNumber, reason }) => ({ tagNumber, reason }));
  yield { kind: 'summary', activeChange, keptCount: kept.length, kept: reasons };
  for (let start = 0; start < kept.length; start += perMessage) {
    yield { kind: 'keep', ids: kept.slice(start, start + perMessage).map(({ animalId }) => animalId) };
  }
  for (let start = 0; start < restore.length; start += perMessage) {
    yield { kind: 'restore', changes: restore.slice(start, start + perMessage) };
  }
  for (let start = 0; start < remove.length; start += perMessage) {
    yield { kind: 'remove', ids: remove.slice(start, start + perMessage) };
  }
  yield { kind: 'end' };
}

answerWith(messages(), receive);
