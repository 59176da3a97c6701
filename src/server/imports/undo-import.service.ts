import type { Undone } from '#contract/imports.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import { toColumns } from '#server/animals/animal-fields.ts';
import { deleteTagsOf, deleteTagsOfImport } from '#server/animal-tags/animal-tags.service.ts';
import { deleteAnimalRows, listAnimalRecords, updateAnimal } from '#server/animals/animals.queries.ts';
import { changed, deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { updateWithOwnEvents } from '#server/journal/own-fields.ts';
import { ensureEidsFree } from '#server/journal/eids-in-use.ts';
import { pausedSlicesOf } from '#server/db/slices.ts';
import { allowLongStatements, FarmChanged, inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { mayReturn } from './apply-import.service.ts';
import { deleteRecorded } from './recorded.queries.ts';
import { readHerd } from './herd.queries.ts';
import {
  renumberImportChange,
  deleteRows,
  listChanges,
  listAddedAnimals,
  updateImport,
  type ChangeEntry,
} from './imports.queries.ts';
import { findStored } from './imports.service.ts';
import { planAndWrite, withPlanningThread } from './planning-thread.ts';
import type { UndoInput, UndoMessage } from './undo-messages.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

/** Rows that were changed since the import stay as they are. */
export function undoImport(needs: Needs, act: Act, id: string): Promise<void> {
  return planAndWrite(async () => {
    const { state } = await findStored(needs.db, act.farmId, id);
    if (state === 'applied') await undoApplied(needs, act, id);
    else if (state === 'staged') await discardDraft(needs, act.farmId, id);
  });
}

function discardDraft({ db, now }: Needs, farmId: FarmId, id: string): Promise<void> {
  return inFarmTransaction(db, farmId, async (tx) => {
    await allowLongStatements(tx);
    if ((await findStored(tx, farmId, id)).state !== 'staged') throw new FarmChanged();
    await deleteRows(tx, farmId, id);
    await updateImport(tx, farmId, id, { state: 'undone', undone_at: now().toISOString() });
  });
}

async function undoApplied({ db, now }: Needs, act: Act, id: string): Promise<void> {
  const { farmId } = act;
  const { revision, restore, remove, keep, keptCount, kept, activeChange } = await planImportUndo(db, farmId, id);
  const moment = now();
  const at = moment.toISOString();
  await inFarmTransaction(
    db,
    farmId,
    async (tx) => {
      await allowLongStatements(tx);
      await ensureRoomFor(tx, farmId, { active: activeChange });
      for await (const slice of pausedSlicesOf(tx, restore)) {
        const stored = await listAnimalRecords(
          tx,
          farmId,
          slice.map(({ animalId }) => animalId),
        );
        const byId = new Map(stored.map((animal) => [animal.id, animal]));
        await logChanges(
          tx,
          act,
          moment,
          slice.flatMap(({ animalId, before }) => changed('animal', animalId, byId.get(animalId) ?? {}, before)),
        );
        for (const { animalId, before, versionAfter } of slice) {
          const fields = new Set(Object.keys(before) as (keyof AnimalRecord)[]);
          await updateWithOwnEvents(tx, act, animalId, { changed: before, now: at }, () =>
            updateAnimal(tx, farmId, animalId, toColumns(before, fields), at),
          );
          await renumberImportChange(tx, farmId, animalId, { from: versionAfter - 1, to: versionAfter + 1 });
        }
      }
      const recorded = await deleteRecorded(tx, act, id, keep, moment);
      const numbers = await deleteTagsOfImport(tx, act, id, { keep, now: moment });
      // Children come before their parents.
      for await (const slice of pausedSlicesOf(tx, remove)) {
        await deleteTagsOf(tx, act, slice, moment);
        const removed = await deleteAnimalRows(tx, farmId, slice);
        await logChanges(
          tx,
          act,
          moment,
          removed.map(({ id: animalId, ...fields }) => deleted('animal', animalId, fields)),
        );
      }
      await ensureEidsFree(
        tx,
        farmId,
        restore.flatMap(({ animalId, before }) => (mayReturn(before) ? animalId : [])),
      );
      const undone: Undone = { removed: remove.length, restored: restore.length, ...recorded, numbers, keptCount, kept };
      await updateImport(tx, farmId, id, { state: 'undone', undone: JSON.stringify(undone), undone_at: at });
    },
    { plannedAt: revision },
  );
}

interface PlannedUndo {
  readonly revision: number;
  readonly activeChange: number;
  readonly keptCount: number;
  readonly kept: Undone['kept'];
  readonly restore: readonly ChangeEntry[];
  readonly remove: readonly string[];
  readonly keep: ReadonlySet<string>;
}

function planImportUndo(db: Db, farmId: FarmId, id: string): Promise<PlannedUndo> {
  const script = new URL('./undo-worker.ts', import.meta.url);
  const feed = async (tx: Tx, send: (input: UndoInput) => void): Promise<void> => {
    for await (const page of listChanges(tx, farmId, id)) send({ kind: 'changes', changes: page });
    for await (const page of listAddedAnimals(tx, farmId, id)) send({ kind: 'addedAnimals', addedAnimals: page });
    for await (const page of readHerd(tx, farmId, id)) send({ kind: 'animals', ...page });
  };
  return withPlanningThread<UndoMessage, UndoInput, PlannedUndo>(
    db,
    farmId,
    { script, data: null, feed },
    async ({ revision, thread }) => {
      const restored: ChangeEntry[] = [];
      const remove: string[] = [];
      const keep = new Set<string>();
      let summary: Pick<PlannedUndo, 'activeChange' | 'keptCount' | 'kept'> = { activeChange: 0, keptCount: 0, kept: [] };
      for (;;) {
        const message = await thread.next();
        if (message.kind === 'end') return { ...summary, revision, restore: restored, remove, keep };
        if (message.kind === 'restore') restored.push(...message.changes);
        else if (message.kind === 'remove') remove.push(...message.ids);
        else if (message.kind === 'keep') for (const animal of message.ids) keep.add(animal);
        else summary = { activeChange: message.activeChange, keptCount: message.keptCount, kept: [...message.kept] };
      }
    },
  );
}

/** Animals that the import marked as sold become active again, if the plan has room for them. */
