import { sql } from 'kysely';
import type { HookEvent, HookKind } from '#domain/hooks.ts';
import { changeTypeOf, readRevision, type Change } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { inFarmSnapshot, inTransaction, type Tx } from '#server/db/transaction.ts';
import { countWaiting, insertDeliveries, listHooksBehind, updateHook, type HookBehind } from './hooks.queries.ts';

const changesAtOnce = 200;
/** The change log is the actual queue, so at most this many deliveries are created ahead for a webhook with a slow receiver. */
const maxWaiting = 1000;

/** Creates deliveries for changes logged since. The log is written with each change, so nothing is lost, and farms without webhooks have no cost. */
export async function queueDeliveries(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let queued = 0;
  for (const hook of await listHooksBehind(db)) {
    signal.throwIfAborted();
    queued += await queueFor(db, hook, now);
  }
  return queued;
}

async function queueFor(db: Db, hook: HookBehind, now: Date): Promise<number> {
  const farmId = vouchedFarmId(hook.farm_id);
  if (!hook.makerOwns) {
    await updateHook(db, farmId, hook.id, { state: 'off', off_reason: 'maker' });
    return 0;
  }
  if (hook.isLive && (await countWaiting(db, farmId, hook.id)) >= maxWaiting) return 0;
  const { revision, changes } = await inFarmSnapshot(db, farmId, readRevision, async (tx, head) => ({
    revision: head,
    changes: hook.isLive ? await readChanges(tx, farmId, hook, head) : [],
  }));
  const last = changes.length === changesAtOnce ? changes.at(-1) : undefined;
  const events = new Set(JSON.parse(hook.events) as HookEvent[]);
  const rows = changes.flatMap(({ kind, id, fields, revision: changedBy, n, at: changedAt, subject }) => {
    if (kind === 'farm') return [];
    const type: HookEvent = `${kind}.${changeTypeOf(parseFields(fields))}`;
    if (!events.has(type)) return [];
    return { revision: changedBy, n, subject, type, kind, record_id: id, at: changedAt };
  });
  return inTransaction(db, async (tx) => {
    const moved = await tx
      .updateTable('hooks')
      .set(last ? { seen_revision: last.revision, seen_n: last.n } : { seen_revision: revision, seen_n: 0 })
      .where('farm_id', '=', farmId)
      .where('id', '=', hook.id)
      .where('state', '=', 'on')
      .where('seen_revision', '=', hook.seen_revision)
      .where('seen_n', '=', hook.seen_n)
      .returning('id')
      .executeTakeFirst();
    if (!moved) return 0;
    await insertDeliveries(tx, farmId, hook.id, rows, now);
    return rows.length + (last ? 1 : 0);
  });
}

interface LoggedChange {
  readonly revision: number;
  readonly n: number;
  readonly at: string;
  readonly kind: Change['kind'];
  readonly id: string;
  readonly fields: string | null;
}

async function readChanges(tx: Tx, farmId: FarmId, hook: HookBehind, head: number) {
  // n = 0 stands for a complete revision, so the next changes are of a later one.
  const rows: LoggedChange[] = await tx
    .selectFrom('changes')
    .select(['revision', 'n', 'at', 'kind', 'id', 'fields'])
    .where('farm_id', '=', farmId)
    .where('revision', '<=', head)
    .where(
      hook.seen_n === 0
        ? sql<boolean>`revision > ${hook.seen_revision}`
        : sql<boolean>`(revision, n) > (${hook.seen_revision}, ${hook.seen_n})`,
    )
    .orderBy('revision')
    .orderBy('n')
    .limit(changesAtOnce)
    .execute();
  const animals = await readAnimals(tx, farmId, rows);
  return rows.map((row) => ({ ...row, subject: animals.get(row.id) ?? animalBefore(row) ?? row.id }));
}

/** The animals that the records are about. */
async function readAnimals(tx: Tx, farmId: FarmId, rows: readonly LoggedChange[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const read = async (
    kind: HookKind,
    table: 'events' | 'animal_tags' | 'breeding_records',
    column: 'animal_id' | 'mother_id',
  ) => {
    const ids = [...new Set(rows.flatMap((row) => (row.kind === kind ? row.id : [])))];
    if (ids.length === 0) return;
    const { rows: known } = await sql<{ id: string; animal: string | null }>`
      select id, ${sql.ref(column)} as animal from ${sql.table(table)}
      where farm_id = ${farmId} and id in (${sql.join(ids)})`.execute(tx);
    for (const { id, animal } of known) if (animal !== null) found.set(id, animal);
  };
  await read('event', 'events', 'animal_id');
  await read('animalTag', 'animal_tags', 'animal_id');
  await read('breedingRecord', 'breeding_records', 'mother_id');
  return found;
}

const parseFields = (fields: string | null): Change['fields'] =>
  fields === null ? null : (JSON.parse(fields) as Change['fields']);

function animalBefore({ fields }: LoggedChange): string | undefined {
  const before = parseFields(fields) ?? {};
  const [animal] = before['animalId'] ?? before['motherId'] ?? [];
  return typeof animal === 'string' ? animal : undefined;
}
