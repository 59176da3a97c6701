import type { Undone } from '#contract/imports.ts';
import { planUndo } from '#domain/imports/undo.ts';
import { usageSentence } from '#domain/plans.ts';
import type { Deps } from '#server/deps.ts';
import { toColumns, type AnimalFields } from '#server/animals/animal-fields.ts';
import { countActive, updateAnimal } from '#server/animals/animals.queries.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { allowLongStatements, inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';
import { readFarmCap } from '#server/plans/plans.queries.ts';
import { listRecorded, readHerd } from './herd.queries.ts';
import { inSlices } from './in-slices.ts';
import { carryOver, deleteNewcomers, deleteRows, listChanges, listNewcomers, slices, updateImport } from './imports.queries.ts';
import { findStored } from './imports.service.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

const mostReasons = 500;

/** Takes an import back as far as nobody built on it since; one that was only prepared is dropped. A second time nothing happens. */
export function undoImport({ db, now }: Needs, farmId: FarmId, id: string): Promise<void> {
  return inFarmTransaction(db, farmId, async (tx) => {
    await allowLongStatements(tx);
    const stored = await findStored(tx, farmId, id);
    if (stored.state === 'undone') return;
    const moment = now().toISOString();
    const undone = stored.state === 'applied' ? await takeBack(tx, farmId, id, moment) : null;
    if (!undone) await deleteRows(tx, farmId, id);
    await updateImport(tx, farmId, id, { state: 'undone', undone: undone && JSON.stringify(undone), undone_at: moment });
  });
}

async function takeBack(tx: Tx, farmId: FarmId, id: string, now: string): Promise<Undone> {
  const changes = await listChanges(tx, farmId, id);
  const animals = await readHerd(tx, farmId);
  const newcomers = await listNewcomers(tx, farmId, id);
  const recorded = await listRecorded(tx, farmId);
  const { restore, remove, kept } = await inSlices(planUndo({ animals, newcomers, changes, recorded }));
  const activeBefore = await countActive(tx, farmId);
  const restored = new Set(restore);
  for await (const slice of slices(changes.filter((change) => restored.has(change)))) {
    for (const { animalId, before, versionAfter } of slice) {
      const fields = new Set(Object.keys(before) as (keyof AnimalFields)[]);
      await updateAnimal(tx, farmId, animalId, toColumns(before as AnimalFields, fields), now);
      await carryOver(tx, farmId, animalId, { from: versionAfter - 1, to: versionAfter + 1 });
    }
  }
  await deleteNewcomers(tx, farmId, remove);
  await refuseOverCap(tx, farmId, activeBefore);
  return { removed: remove.length, restored: restore.length, keptCount: kept.length, kept: kept.slice(0, mostReasons) };
}

/** Animals that an import marked as sold come back, if the plan still has room for them. */
async function refuseOverCap(tx: Tx, farmId: FarmId, activeBefore: number): Promise<void> {
  const activeAfter = await countActive(tx, farmId);
  const { plan, limit } = await readFarmCap(tx, farmId);
  if (activeAfter <= activeBefore || activeAfter <= limit) return;
  throw new Problem('plan.limit_reached', { message: `Animal limit reached. ${usageSentence(activeBefore, limit, plan)}.` });
}
