import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { HistoryAuthor } from '#contract/acts.ts';
import type { EventKind } from '#domain/records/events.ts';
import type { Db } from '#server/db/engines/connect.ts';
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

function authorOf({ byUser, byName, byKey, byJob }: LoggedAuthor): HistoryAuthor | null {
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

/** The place of a change in the log, with the bytes of its values. */
export interface LoggedAt {
  readonly revision: number;
  readonly n: number;
  readonly bytes: number;
}

/** What the values of the acts of a page may have. */
const maxPageBytes = 1024 * 1024;

/** The changes of the first acts that fit in a page, and of one act in any case. They are in the order of the acts. */
export function fittingInPage(changes: readonly LoggedAt[]): readonly LoggedAt[] {
  let bytes = 0;
  const beyond = changes.find((change) => (bytes += change.bytes) > maxPageBytes && change.revision !== changes[0]?.revision);
  return beyond ? changes.filter(({ revision }) => revision > beyond.revision) : changes;
}

/** The first `most` changes of each act, of one kind or of all, newest acts first. */
export async function listFirstChanges(
  db: Db | Tx,
  farmId: FarmId,
  revisions: readonly number[],
  { kind, most }: { readonly kind?: string | undefined; readonly most: number },
): Promise<LoggedAt[]> {
  if (revisions.length === 0) return [];
  const ofKind = kind === undefined ? sql`` : sql`and changes.kind = ${kind}`;
  const asked = sql.join(revisions.map((revision) => sql`(cast(${revision} as bigint))`));
  const { rows } = await sql<LoggedAt>`with heads (revision, n) as materialized (
      select asked.revision, (
        select n from changes where farm_id = ${farmId} and revision = asked.revision ${ofKind} order by n limit 1 offset ${most - 1}
      ) from (select column1 as revision from (values ${asked}) as given) as asked
    )
    select changes.revision, changes.n, coalesce(octet_length(changes.fields), 0) as bytes from heads cross join changes
    where changes.farm_id = ${farmId} and changes.revision = heads.revision and changes.n <= coalesce(heads.n, 2147483647) ${ofKind}
    order by changes.revision desc, changes.n`.execute(db);
  return rows;
}

interface LoggedRow extends Pick<LoggedAct, 'revision' | 'at' | 'call' | 'undoes'>, LoggedAuthor {
  readonly kind: string;
  readonly id: string;
  readonly fields: string | null;
  readonly undoneBy: number | null;
}

async function readChanges(db: Db | Tx, farmId: FarmId, isAsked: RawBuilder<boolean>): Promise<LoggedAct[]> {
  const { rows } =
    await sql<LoggedRow>`select changes.revision, changes.at, changes.by_user as "byUser", changes.by_key as "byKey",
      changes.by_job as "byJob", changes.call, changes.undoes, changes.kind, changes.id, changes.fields, coalesce(
      users.owner_name, users.username, (select api_keys.name from api_keys where api_keys.id = changes.by_key)) as "byName", (
      select later.revision from changes as later where later.farm_id = ${farmId} and later.undoes = changes.revision limit 1
    ) as "undoneBy" from changes left join users on users.id = changes.by_user
    where changes.farm_id = ${farmId} and ${isAsked} order by changes.revision desc, changes.n`.execute(db);
  return [...Map.groupBy(rows, ({ revision }) => revision).values()].flatMap((ofAct) => {
    const [first] = ofAct;
    if (!first) return [];
    const { revision, at, call, undoes, undoneBy } = first;
    const changes = ofAct.map(({ kind, id, fields }) => ({
      kind,
      id,
      fields: fields === null ? null : (JSON.parse(fields) as NonNullable<LoggedChange['fields']>),
    }));
    return [{ revision, at, by: authorOf(first), call, undoes, isUndone: undoneBy !== null, changes }];
  });
}

/** The acts of these changes, newest first. */
export async function readActs(db: Db | Tx, farmId: FarmId, changes: readonly LoggedAt[]): Promise<LoggedAct[]> {
  if (changes.length === 0) return [];
  const places = changes.map(({ revision, n }) => sql`(cast(${revision} as bigint), cast(${n} as integer))`);
  return readChanges(db, farmId, sql`(changes.revision, changes.n) in (values ${sql.join(places)})`);
}

/** An act with its first `most` changes, or with all. */
export async function readAct(tx: Tx, farmId: FarmId, revision: number, most = 2_147_483_647): Promise<LoggedAct | undefined> {
  const [act] = await readChanges(tx, farmId, sql`changes.revision = ${revision} and changes.n <= ${most}`);
  return act;
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
