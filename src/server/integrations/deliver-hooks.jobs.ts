import type { FastifyBaseLogger } from 'fastify';
import { hookRetries } from '#domain/hooks.ts';
import { publicAddress, type Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { ownersOf } from '#server/db/memberships.ts';
import { inTransaction, type Tx, inFarmSnapshot } from '#server/db/transaction.ts';
import { errorMessage } from '#server/error-message.ts';
import type { Job } from '#server/jobs/job.ts';
import { lockMailboxes, mailTo } from '#server/mail/mailing.ts';
import { timeAfter } from '#server/time-after.ts';
import { hookSwitchedOffMail } from './hooks.mail.ts';
import {
  listDue,
  updateHook,
  type DueDelivery,
  countWaiting,
  insertDeliveries,
  listHooksBehind,
  type HookBehind,
} from './hooks.queries.ts';
import { createHookSender, type SendHook } from './send-hook.ts';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { changeTypeOf, readRevision, type Change } from '#server/db/changes.ts';

const changesAtOnce = 200;
/** The change log is the actual queue, so at most this many deliveries are created ahead for a webhook with a slow receiver. */
const maxWaiting = 1000;

/** Creates deliveries for changes logged since. The log is written with each change, so nothing is lost, and farms without webhooks have no cost. */
async function queueDeliveries(db: Db, now: Date, signal: AbortSignal): Promise<number> {
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
  const events = new Set(JSON.parse(hook.events) as string[]);
  const at = now.toISOString();
  const rows = changes.flatMap(({ kind, id, fields, revision: changedBy, n, at: changedAt, subject }) => {
    const type = `${kind}.${changeTypeOf(parseFields(fields))}`;
    if (!events.has(type)) return [];
    return {
      farm_id: farmId,
      hook_id: hook.id,
      id: uuidv7(),
      revision: changedBy,
      n,
      subject,
      type,
      kind,
      record_id: id,
      at: changedAt,
      state: 'waiting' as const,
      run_at: at,
    };
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
    if (rows.length > 0) await insertDeliveries(tx, rows);
    return rows.length + (last ? 1 : 0);
  });
}

interface LoggedChange {
  readonly revision: number;
  readonly n: number;
  readonly at: string;
  readonly kind: string;
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
  const read = async (kind: string, table: 'events' | 'animal_tags' | 'breeding_records', column: 'animal_id' | 'mother_id') => {
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

/** Only one server runs a job at a time (decision 15), so nothing is sent by two servers concurrently. */
export const deliverHooks: Job = {
  name: 'webhooks',
  everyMs: 5000,
  run: (deps, signal) =>
    deliverDue({ ...deps, send: createHookSender({ allowsLoopback: deps.config.allowsLoopbackHooks }) }, signal),
};

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly wakeMail: () => void;
  readonly send: SendHook;
}

const maxAtOnce = 40;
/** Limits the concurrent deliveries of one farm, so that slow receivers do not delay other farms. */
const maxOfFarm = 4;

/** Resolves when nothing is due. A server may die before it has recorded an answer, so a message may arrive twice with the same id. */
export async function deliverDue(parts: Parts, signal: AbortSignal): Promise<void> {
  const sending = new Map<string, { readonly farmId: string; readonly done: Promise<void> }>();
  const countOf = (farmId: string): number => [...sending.values()].filter((each) => each.farmId === farmId).length;
  const begin = (due: DueDelivery): void => {
    const done = deliver(parts, due, signal).finally(() => sending.delete(due.id));
    sending.set(due.id, { farmId: due.farmId, done });
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const queued = await queueDeliveries(parts.db, parts.now(), signal);
      const farms = new Set([...sending.values()].map(({ farmId }) => farmId));
      const due = await listDue(parts.db, {
        now: parts.now(),
        limit: maxAtOnce,
        exceptIds: [...sending.keys()],
        exceptFarms: [...farms].filter((farmId) => countOf(farmId) >= maxOfFarm),
      });
      for (const each of due) if (sending.size < maxAtOnce && countOf(each.farmId) < maxOfFarm) begin(each);
      if (sending.size > 0) await Promise.race([...sending.values()].map(({ done }) => done));
      else if (queued === 0) return;
    }
  } finally {
    await Promise.allSettled([...sending.values()].map(({ done }) => done));
  }
}

async function deliver({ db, config, now, log, wakeMail, send }: Parts, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const at = now();
  const { farmId, hookId, id, kind, recordId, revision, type, url, secret, previousSecret, previousUntil } = due;
  const body = JSON.stringify({ type, timestamp: due.at, data: { kind, id: recordId, farmId, revision } });
  const isRotated = previousSecret !== null && previousUntil !== null && previousUntil > at.toISOString();
  const secrets = isRotated ? [secret, previousSecret] : [secret];
  const outcome = await send({ id: `msg_${id}`, url, body, secrets, at }, signal).catch(errorMessage);
  // A delivery that the shutdown has aborted is sent again by the next server.
  if (signal.aborted && typeof outcome === 'string') return;
  const isOff = await inTransaction(db, (tx) => recordOutcome(tx, due, outcome, now(), config));
  if (isOff) {
    log.warn({ farmId, hookId }, 'a webhook was switched off');
    wakeMail();
  }
}

/** Resolves with whether the outcome switches the webhook off. */
async function recordOutcome(tx: Tx, due: DueDelivery, outcome: number | string, now: Date, config: Config): Promise<boolean> {
  const isDone = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  const attempts = due.attempts + 1;
  const wait = outcome === 410 ? undefined : hookRetries[attempts];
  await tx
    .updateTable('hook_deliveries')
    .set({
      attempts,
      tried_at: now.toISOString(),
      outcome: (typeof outcome === 'number' ? `status ${outcome}` : outcome).slice(0, 200),
      ...(isDone && { state: 'done' as const }),
      ...(!isDone && wait === undefined && { state: 'failed' as const }),
      ...(!isDone && wait !== undefined && { run_at: timeAfter(now, wait * 1000) }),
    })
    .where('farm_id', '=', due.farmId)
    .where('id', '=', due.id)
    .execute();
  if (isDone || wait !== undefined) return false;
  const farmId = vouchedFarmId(due.farmId);
  await updateHook(tx, farmId, due.hookId, { state: 'off', off_reason: outcome === 410 ? 'gone' : 'failing' });
  const owners = await ownersOf(tx, farmId).select(['users.email', 'users.email_confirmed_at as emailConfirmedAt']).execute();
  await lockMailboxes(tx, ...owners);
  for (const owner of owners) {
    const email = hookSwitchedOffMail({ isGone: outcome === 410, publicUrl: publicAddress(config) });
    await mailTo(tx, owner, 'notice', email, now);
  }
  return true;
}
