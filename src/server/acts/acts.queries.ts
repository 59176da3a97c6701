import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { HistoryAuthor } from '#contract/acts.ts';
import type { EventKind } from '#domain/records/events.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

export interface LoggedChange {
  readonly kind: string;
  readonly id: string;
  /** As in the table `changes`. */
  readonly fields: Readonly<Record<string, readonly unknown[]>> | null;
}

export interface LoggedAct {
  readonly revision: number;
  readonly at: string;
  readonly by: HistoryAuthor | null;
  readonly call: string;
  readonly undoes: number | null;
  readonly isUndone: boolean;
  readonly changes: readonly LoggedChange[];
}

interface LoggedAuthor {
  readonly byUser: string | null;
  readonly byKey: string | null;
  readonly byJob: string | null;
  /** The name of the person or the API key. */
  readonly byName: string | null;
}

export function authorOf({ byUser, byName, byKey, byJob }: LoggedAuthor): HistoryAuthor | null {
  if (byUser !== null) return { kind: 'person', id: byUser, name: byName };
  if (byKey !== null) return { kind: 'key', id: byKey, name: byName };
  return byJob === null ? null : { kind: 'job', id: byJob, name: byJob };
}

/** The newest revisions in the log, each found with its own lookup because a revision may have a hundred thousand rows. */
export async function listNewestRevisions(db: Db | Tx, farmId: FarmId, most: number): Promise<number[]> {
  const { rows } = await sql<{ revision: number }>`
    with recursive newest (revision, n) as (
      select (select max(revision) from changes where farm_id = ${farmId}), 1
      union all
      select (select max(revision) from changes where farm_id = ${farmId} and revision < newest.revision), n + 1
      from newest where newest.revision is not null and n < ${most}
    ) select revision from newest where revision is not null`.execute(db);
  return rows.map(({ revision }) => revision);
}

/** Reads the acts, newest first, each with its first `most` changes or with all. */
export async function readActs(db: Db | Tx, farmId: FarmId, revisions: readonly number[], most?: number): Promise<LoggedAct[]> {
  if (revisions.length === 0) return [];
  const rows = await db
    .selectFrom('changes')
    .leftJoin('users', 'users.id', 'by_user')
    .leftJoin('api_keys', 'api_keys.id', 'by_key')
    .select([
      'revision',
      'at',
      'by_user as byUser',
      'by_key as byKey',
      'by_job as byJob',
      'call',
      'undoes',
      'kind',
      'changes.id',
      'fields',
      'username',
      'owner_name as ownerName',
      'api_keys.name as keyName',
    ])
    .select((eb) => [
      eb
        .selectFrom('changes as later')
        .select('later.revision')
        .where('later.farm_id', '=', farmId)
        .whereRef('later.undoes', '=', 'changes.revision')
        .limit(1)
        .as('undoneBy'),
    ])
    .where('changes.farm_id', '=', farmId)
    .where('changes.revision', 'in', revisions)
    .$if(most !== undefined, (query) => query.where('n', '<=', most ?? 0))
    .orderBy('changes.revision', 'desc')
    .orderBy('n')
    .execute();
  return [...Map.groupBy(rows, ({ revision }) => revision).values()].flatMap((ofAct) => {
    const [first] = ofAct;
    if (!first) return [];
    const { revision, at, ownerName, username, keyName, call, undoes, undoneBy } = first;
    const changes = ofAct.map(({ kind, id, fields }) => ({
      kind,
      id,
      fields: fields === null ? null : (JSON.parse(fields) as NonNullable<LoggedChange['fields']>),
    }));
    const by = authorOf({ ...first, byName: ownerName ?? username ?? keyName });
    return [{ revision, at, by, call, undoes, isUndone: undoneBy !== null, changes }];
  });
}

interface ActSize {
  readonly changes: number;
  readonly bytes: number;
}

/** An act with at most so many changes is never too large. */
const fewChanges = 100;

/** The acts that have more than `most`. */
export async function listActsBeyond(
  db: Db | Tx,
  farmId: FarmId,
  revisions: readonly number[],
  most: ActSize,
): Promise<ReadonlySet<number>> {
  if (revisions.length === 0) return new Set();
  const changes = db.selectFrom('changes').where('farm_id', '=', farmId);
  const long = await changes
    .select('revision')
    .where('revision', 'in', revisions)
    .where('n', '=', fewChanges + 1)
    .execute();
  const beyond = new Set<number>();
  for (const { revision } of long) {
    await setImmediate();
    const { count, bytes } = await changes
      .select(({ fn }) => [
        fn.countAll<number | string>().as('count'),
        sql<number | string | null>`sum(octet_length(fields))`.as('bytes'),
      ])
      .where('revision', '=', revision)
      .where('n', '<=', most.changes + 1)
      .executeTakeFirstOrThrow();
    if (Number(count) > most.changes || Number(bytes) > most.bytes) beyond.add(revision);
  }
  return beyond;
}

/** The number of changed records of each kind among the first `most` changes of each act, by its revision. */
export async function countChanges(
  db: Db | Tx,
  farmId: FarmId,
  revisions: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, Readonly<Record<string, number>>>> {
  if (revisions.length === 0) return new Map();
  const rows = await db
    .selectFrom('changes')
    .select(['revision', 'kind'])
    .select(({ fn }) => fn.count('id').distinct().as('count'))
    .where('farm_id', '=', farmId)
    .where('revision', 'in', revisions)
    .where('n', '<=', most)
    .groupBy(['revision', 'kind'])
    .execute();
  const ofAct = Map.groupBy(rows, ({ revision }) => revision);
  return new Map(
    [...ofAct].map(([revision, counts]) => [
      revision,
      Object.fromEntries(counts.map(({ kind, count }) => [kind, Number(count)])),
    ]),
  );
}

/** The kinds of the events among the first `most` changes of each act, by its revision. */
export async function listEventKinds(
  db: Db | Tx,
  farmId: FarmId,
  revisions: readonly number[],
  most: number,
): Promise<ReadonlyMap<number, ReadonlySet<EventKind>>> {
  if (revisions.length === 0) return new Map();
  const rows = await db
    .selectFrom('changes')
    .innerJoin('events', (join) => join.onRef('events.farm_id', '=', 'changes.farm_id').onRef('events.id', '=', 'changes.id'))
    .select(['changes.revision', 'events.kind'])
    .distinct()
    .where('changes.farm_id', '=', farmId)
    .where('changes.revision', 'in', revisions)
    .where('changes.kind', '=', 'event')
    .where('n', '<=', most)
    .execute();
  const ofAct = Map.groupBy(rows, ({ revision }) => revision);
  return new Map([...ofAct].map(([revision, kinds]) => [revision, new Set(kinds.map(({ kind }) => kind as EventKind))]));
}

/** The parents of matings. */
export async function readMatings(db: Db | Tx, farmId: FarmId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('breeding_records')
    .select(['id', 'mother_id as motherId', 'father_id as fatherId'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
}

/** The animals of numbers. */
export async function readTagged(db: Db | Tx, farmId: FarmId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('animal_tags')
    .select(['id', 'animal_id as animalId'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
}

/** Whether the log has changes of a record after a revision. */
export async function wasChangedSince(
  tx: Tx,
  farmId: FarmId,
  { kind, id }: Pick<LoggedChange, 'kind' | 'id'>,
  revision: number,
): Promise<boolean> {
  const later = await tx
    .selectFrom('changes')
    .select('revision')
    .where('farm_id', '=', farmId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('revision', '>', revision)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** Whether another record refers to the animal: an event that is not among `events`, a number, a child or a mating. */
export async function isAnimalUsed(tx: Tx, farmId: FarmId, id: string, events: ReadonlySet<string>): Promise<boolean> {
  const recorded = await tx
    .selectFrom('events')
    .select('id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .limit(events.size + 1)
    .execute();
  if (recorded.some((event) => !events.has(event.id))) return true;
  const child = await tx
    .selectFrom('animals')
    .select('id')
    .where('farm_id', '=', farmId)
    .where((eb) => eb.or([eb('mother_id', '=', id), eb('father_id', '=', id)]))
    .limit(1)
    .executeTakeFirst();
  const mating = await tx
    .selectFrom('breeding_records')
    .select('id')
    .where('farm_id', '=', farmId)
    .where((eb) => eb.or([eb('mother_id', '=', id), eb('father_id', '=', id)]))
    .limit(1)
    .executeTakeFirst();
  const tag = await tx
    .selectFrom('animal_tags')
    .select('id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  const birth = await tx
    .selectFrom('breeding_offspring')
    .select('breeding_id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return [child, mating, tag, birth].some((row) => row !== undefined);
}
