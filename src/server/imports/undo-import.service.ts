import type { Undone } from '#contract/imports.ts';
import { countKinds, type RecordCounts } from '#domain/imports/event-counts.ts';
import type { ImportedChange } from '#domain/imports/undo.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { ensureRoomFor } from '#server/animals/animal-cap.ts';
import { toColumns } from '#server/animals/animal-fields.ts';
import { deleteTagsById, deleteTagsOf, listTagsOfImport } from '#server/animal-tags/animal-tags.service.ts';
import { deleteAnimalRows, listAnimalRecords, updateAnimal } from '#server/animals/animals.queries.ts';
import { changed, deleted, logChanges, type Act } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { deleteEventsOf } from '#server/journal/change-journal.ts';
import { updateWithOwnEvents } from '#server/journal/own-fields.ts';
import { ensureEidsFreeWithout } from '#server/journal/eids-in-use.ts';
import { continueFilling, fillFarm, forgetAct, type WritePart } from '#server/db/fill-farm.ts';
import type { Filling } from '#server/db/filling.ts';
import { slicesOf } from '#server/db/slices.ts';
import { allowLongStatements, FarmChanged, inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countRecorded, deleteMatings, deleteRecorded, listRecordsOfImport, removeEntries } from './recorded.queries.ts';
import { readHerd } from './herd.queries.ts';
import {
  deleteChanges,
  deleteRows,
  deleteRowsIn,
  renumberImportChange,
  listChanges,
  listAddedAnimals,
  updateImport,
} from './imports.queries.ts';
import { findStored } from './imports.service.ts';
import { planAndWrite, planInThread, type Feed } from './planning-thread.ts';
import type { UndoInput, UndoPlan } from './undo-worker.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

/** Rows that were changed since the import stay as they are. */
export function undoImport(needs: Needs, act: Act, id: string): Promise<void> {
  return planAndWrite(needs.db, act.farmId, async (held) => {
    const { state } = await findStored(needs.db, act.farmId, id);
    if (state === 'applied') await undoApplied(needs, act, id, held);
    else if (state === 'staged') await discardDraft(needs, act.farmId, id, held);
  });
}

function discardDraft({ db, now }: Needs, farmId: FarmId, id: string, held?: Filling): Promise<void> {
  const discard = async (tx: Tx): Promise<void> => {
    await allowLongStatements(tx);
    if ((await findStored(tx, farmId, id)).state !== 'staged') throw new FarmChanged();
    await deleteRows(tx, farmId, id);
    await updateImport(tx, farmId, id, { state: 'undone', undone_at: now().toISOString() });
  };
  return inFarmTransaction(db, farmId, discard, held && { filling: held });
}

async function undoApplied({ db, now }: Needs, act: Act, id: string, held?: Filling): Promise<void> {
  const { farmId } = act;
  const plan = await planImportUndo(db, farmId, id);
  const { revision, restore, remove, activeChange } = plan;
  const undoing = writeUndo({ act, id, plan, moment: now() });
  await fillFarm(db, farmId, {
    kind: 'undo',
    subject: id,
    rows: restore.length + remove.length + (await countRecorded(db, farmId, id)),
    plannedAt: held ?? revision,
    begin: async (tx) => {
      await ensureRoomFor(tx, farmId, { active: activeChange });
      const returning = restore.flatMap(({ animalId, before }) => (mayReturn(before) ? animalId : []));
      await ensureEidsFreeWithout(tx, farmId, id, returning);
    },
    ...undoing,
  });
}

/** By the server itself. */
const undoOfJob = async ({ db, now }: Needs, farmId: FarmId, { subject: id }: Filling): Promise<Undoing> => ({
  act: { farmId, by: { job: 'imports' }, call: 'undoImport' },
  id,
  plan: await planImportUndo(db, farmId, id),
  moment: now(),
});

/** The undo of an import that its server did not finish. */
export async function continueUndo({ db, now }: Needs, farmId: FarmId, filling: Filling): Promise<void> {
  const undoing = await undoOfJob({ db, now }, farmId, filling);
  await continueFilling(db, farmId, filling, writeUndo({ ...undoing, revision: filling.from }));
}

/** An import of which only a part was written is prepared again as if it had never been applied. */
export async function takeBackImport({ db, now }: Needs, farmId: FarmId, filling: Filling): Promise<void> {
  const undoing = await undoOfJob({ db, now }, farmId, filling);
  const { write } = writeUndo({ ...undoing, isTakenBack: true });
  await continueFilling(db, farmId, filling, {
    write: async (part) => {
      await write(part);
      await forgetAct(part, farmId, filling.from);
      await part((tx) => deleteRowsIn(tx, farmId, undoing.id, 'import_outcomes'));
    },
    end: (tx) => updateImport(tx, farmId, undoing.id, { progress: null }),
  });
}

interface Undoing {
  readonly act: Act;
  readonly id: string;
  readonly plan: Awaited<ReturnType<typeof planImportUndo>>;
  readonly moment: Date;
  /** Of an undo that is continued. */
  readonly revision?: number;
  /** Only a part of the import was written, so that nobody has used it. */
  readonly isTakenBack?: true;
}

function writeUndo({ act, id, plan, moment, revision = 0, isTakenBack }: Undoing) {
  const { farmId } = act;
  const { restore, remove, keep, kept } = plan;
  const at = moment.toISOString();
  const isUsed = !isTakenBack;
  const counts = { recorded: {} as RecordCounts, numbers: 0, recordsKept: 0 };
  return {
    write: async (part: WritePart): Promise<void> => {
      for (const slice of slicesOf(restore)) await part((tx) => restoreChanged(tx, act, { id, slice, moment }));
      for (let after: string | undefined = ''; after !== undefined;) {
        const from: string = after;
        const { last, kinds } = await part((tx) => deleteRecorded(tx, act, { importId: id, keep, now: moment, after: from }));
        counts.recorded = countKinds(kinds, counts.recorded);
        after = last;
      }
      const records = await part((tx) => listRecordsOfImport(tx, farmId, { id, keep, revision, isUsed }));
      const { matings, entries } = records;
      for (const slice of slicesOf(matings)) await part((tx) => deleteMatings(tx, act, slice, moment));
      for (const slice of slicesOf(entries)) await part((tx) => removeEntries(tx, act, slice, { now: moment, isUsed }));
      const kinds = [...matings.map(() => 'breedingRecord' as const), ...entries.map(({ kind }) => kind)];
      counts.recorded = countKinds(kinds, counts.recorded);
      counts.recordsKept = records.keptCount;
      const numbers = await part((tx) => listTagsOfImport(tx, farmId, id, keep));
      for (const slice of slicesOf(numbers)) await part((tx) => deleteTagsById(tx, act, slice, moment));
      counts.numbers += numbers.length;
      // Children come before their parents.
      for (const slice of slicesOf(remove)) {
        await part(async (tx) => {
          await deleteTagsOf(tx, act, slice, moment);
          await deleteEventsOf(tx, act, slice, moment);
          const removed = await deleteAnimalRows(tx, farmId, slice);
          const logged = removed.map(({ id: animalId, ...fields }) => deleted('animal', animalId, fields));
          await logChanges(tx, act, moment, logged);
        });
      }
    },
    end: async (tx: Tx): Promise<void> => {
      const undone: Undone = {
        removed: remove.length,
        restored: restore.length,
        ...counts,
        keptCount: keep.size,
        kept,
      };
      await updateImport(tx, farmId, id, { state: 'undone', undone: JSON.stringify(undone), undone_at: at });
    },
  };
}

async function restoreChanged(
  tx: Tx,
  act: Act,
  { id, slice, moment }: { readonly id: string; readonly slice: readonly ImportedChange[]; readonly moment: Date },
): Promise<void> {
  const { farmId } = act;
  const at = moment.toISOString();
  const animalIds = slice.map(({ animalId }) => animalId);
  const stored = await listAnimalRecords(tx, farmId, animalIds);
  const byId = new Map(stored.map((animal) => [animal.id, animal]));
  const logged = slice.flatMap(({ animalId, before }) => changed('animal', animalId, byId.get(animalId) ?? {}, before));
  await logChanges(tx, act, moment, logged);
  // Whoever continues after a crash must not take the restored animals for changed ones.
  await deleteChanges(tx, farmId, id, animalIds);
  for (const { animalId, before, versionAfter } of slice) {
    const fields = new Set(Object.keys(before) as (keyof AnimalRecord)[]);
    await updateWithOwnEvents(tx, act, animalId, { changed: before, now: at }, () =>
      updateAnimal(tx, farmId, animalId, toColumns(before, fields), at),
    );
    await renumberImportChange(tx, farmId, animalId, { from: versionAfter - 1, to: versionAfter + 1 });
  }
}

/** Whether these values may make an animal present on the farm again. */
export const mayReturn = ({ status, isReference }: Partial<AnimalRecord>): boolean =>
  status === 'active' || isReference === false;

function planImportUndo(db: Db, farmId: FarmId, id: string): Promise<UndoPlan & { readonly revision: number }> {
  const script = new URL('./undo-worker.ts', import.meta.url);
  const feed: Feed<UndoInput> = async (tx, send) => {
    for await (const changes of listChanges(tx, farmId, id)) send({ changes });
    for await (const addedAnimals of listAddedAnimals(tx, farmId, id)) send({ addedAnimals });
    for await (const page of readHerd(tx, farmId, id)) send(page);
  };
  return planInThread<UndoInput, UndoPlan>(db, farmId, { script, data: null, feed }, 1);
}
