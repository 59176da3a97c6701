import { sql } from 'kysely';
import { maxCountedChanges } from '#domain/journal/acts.ts';
import { isKindWith } from '#domain/records/kinds.ts';
import { changeTypeOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { LoggedAct, LoggedChange } from './acts.queries.ts';
import { isOfEvents } from './undo.ts';

interface RecordChange extends LoggedChange {
  readonly revision: number;
}

/** The acts that cannot be undone, because their records have been changed again or are used since. Of each act only the first `most` changes are compared. */
export async function listChangedSince(
  db: Db | Tx,
  farmId: FarmId,
  acts: readonly Pick<LoggedAct, 'revision' | 'call'>[],
  most = maxCountedChanges,
): Promise<ReadonlySet<number>> {
  const revisionsOf = (isMeant: (call: string) => boolean) =>
    acts.flatMap(({ revision, call }) => (isMeant(call) ? revision : []));
  const [events, records, animals] = [
    revisionsOf((call) => isOfEvents(call) || call === 'changeAnimal'),
    revisionsOf((call) => !isOfEvents(call)),
    revisionsOf((call) => call === 'addAnimal'),
  ];
  const parts = [
    ...(events.length > 0 ? [changedEvents(farmId, events, most)] : []),
    ...(animals.length > 0 ? [usedAnimals(farmId, animals)] : []),
  ];
  const { rows } =
    parts.length === 0 ? { rows: [] } : await sql<{ revision: number }>`${sql.join(parts, sql` union `)}`.execute(db);
  const changes = records.length === 0 ? [] : await readChangesFrom(db, farmId, records, most);
  const asked = new Set(records);
  const overwritten = [...Map.groupBy(changes, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((ofRecord) =>
    ofRecord.flatMap((change, at) => {
      const later = ofRecord.slice(at + 1).filter(({ revision }) => revision > change.revision);
      return asked.has(change.revision) && later.length > 0 && isOverwritten(change, later) ? change.revision : [];
    }),
  );
  return new Set([...rows.map(({ revision }) => revision), ...overwritten]);
}

/**
 * Recorded events that were voided or changed since: a changed health record keeps its id, and its earlier content is voided under another
 * one. Also voided events that count again. Not those of young that are removed with their birth.
 */
const changedEvents = (farmId: FarmId, revisions: readonly number[], most: number) => sql`
  select done.revision from changes as done
  left join events on events.farm_id = ${farmId} and events.id = done.id
  where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.n <= ${most} and done.kind = 'event'
    and ((done.fields is null and (events.id is null or events.voided_at is not null or exists (
        select 1 from changes as replaced where replaced.farm_id = ${farmId} and replaced.kind = 'event'
          and replaced.id = events.replaces_id and replaced.revision > done.revision and replaced.fields like '%"voidedAt":[null,%')))
      or (done.fields like '%"voidedAt"%' and (events.id is null or events.voided_at is null)))
    and not exists (select 1 from changes as born where born.farm_id = ${farmId} and born.kind = 'animal'
      and born.id = events.animal_id and born.revision = done.revision and born.fields is null)`;

/** The changes of the acts' records since the first of the acts, oldest first. Each is read once, because it may be long. */
async function readChangesFrom(db: Db | Tx, farmId: FarmId, revisions: readonly number[], most: number): Promise<RecordChange[]> {
  const { rows } = await sql<RecordChange & { fields: string | null }>`
    select later.revision, later.kind, later.id, later.fields from (
      select done.kind, done.id, min(done.revision) as first from changes as done
      where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.n <= ${most}
        and done.kind <> 'event'
      group by done.kind, done.id
    ) as records cross join changes as later
    where later.farm_id = ${farmId} and later.kind = records.kind and later.id = records.id and later.revision >= records.first
    order by later.revision, later.n`.execute(db);
  return rows.map(({ fields, ...change }) => ({
    ...change,
    fields: fields === null ? null : (JSON.parse(fields) as LoggedChange['fields']),
  }));
}

/** Added animals to which another record refers: an event of another act, a number, a child, a mating or a listing. */
const usedAnimals = (farmId: FarmId, revisions: readonly number[]) => sql`
  select done.revision from changes as done
  where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.kind = 'animal' and done.fields is null and (
    exists (select 1 from events where events.farm_id = ${farmId} and events.animal_id = done.id and not exists (
      select 1 from changes as own where own.farm_id = ${farmId} and own.kind = 'event' and own.id = events.id
        and own.revision = done.revision))
    or exists (select 1 from animals as child where child.farm_id = ${farmId} and child.mother_id = done.id)
    or exists (select 1 from animals as child where child.farm_id = ${farmId} and child.father_id = done.id)
    or exists (select 1 from breeding_records as mating where mating.farm_id = ${farmId} and mating.mother_id = done.id)
    or exists (select 1 from breeding_records as mating where mating.farm_id = ${farmId} and mating.father_id = done.id)
    or exists (select 1 from animal_tags as tag where tag.farm_id = ${farmId} and tag.animal_id = done.id)
    or exists (select 1 from breeding_offspring as young where young.farm_id = ${farmId} and young.animal_id = done.id)
    or exists (select 1 from listing_details as listing where listing.farm_id = ${farmId} and listing.animal_id = done.id))`;

/** Whether undoing a change of a record would overwrite what came later. */
function isOverwritten(change: RecordChange, later: readonly RecordChange[]): boolean {
  const isDeleted = later.some(({ fields }) => changeTypeOf(fields) === 'deleted');
  switch (changeTypeOf(change.fields)) {
    case 'created':
      return isDeleted || !isKindWith(change.kind, 'isArchivedByUndo');
    case 'changed':
      return (
        isDeleted || Object.entries(change.fields ?? {}).some(([name, [, after]]) => !isSame(latest(later, name, after), after))
      );
    default:
      return false;
  }
}

/** The field's value now, or the given one if it was not changed. */
function latest(later: readonly RecordChange[], name: string, value: unknown): unknown {
  const changed = later.findLast(({ fields }) => fields !== null && Object.hasOwn(fields, name));
  return changed ? changed.fields?.[name]?.[1] : value;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
