import { sql } from 'kysely';
import { maxCountedChanges } from '#domain/journal/acts.ts';
import { isKindWith } from '#domain/records/kinds.ts';
import { changeTypeOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { LoggedAct, LoggedChange } from './acts.queries.ts';

/** Calls that are undone by voiding their events and recording the voided ones again. */
const ofEvents: ReadonlySet<string> = new Set([
  'recordEvents',
  'replaceEvent',
  'voidEvent',
  'voidEvents',
  'addHealthRecord',
  'changeHealthRecord',
  'removeHealthRecord',
]);

interface FoundLine {
  readonly revision: number;
  /** null if nothing more has to be compared. */
  readonly kind: string | null;
  readonly id: string | null;
  readonly fields: string | null;
  readonly laterRevision: number | null;
  readonly laterFields: string | null;
}

type Fields = LoggedChange['fields'];

interface LaterChange {
  readonly revision: number;
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
  readonly later: { readonly revision: number; readonly fields: Fields };
}

/**
 * The acts whose undoing would be refused, because their records have been changed again or are used since: the same rules as in
 * `undoOf`, applied to the log.
 */
export async function listChangedSince(
  db: Db | Tx,
  farmId: FarmId,
  acts: readonly Pick<LoggedAct, 'revision' | 'call'>[],
): Promise<ReadonlySet<number>> {
  const revisionsOf = (isMeant: (call: string) => boolean) =>
    acts.flatMap(({ revision, call }) => (isMeant(call) ? revision : []));
  const [events, records, animals] = [
    revisionsOf((call) => ofEvents.has(call) || call === 'changeAnimal'),
    revisionsOf((call) => !ofEvents.has(call)),
    revisionsOf((call) => call === 'addAnimal'),
  ];
  const parts = [
    ...(events.length > 0 ? [changedEvents(farmId, events)] : []),
    ...(records.length > 0 ? [laterChanges(farmId, records)] : []),
    ...(animals.length > 0 ? [usedAnimals(farmId, animals)] : []),
  ];
  if (parts.length === 0) return new Set();
  const { rows } = await sql<FoundLine>`${sql.join(parts, sql` union all `)}`.execute(db);
  const found = rows.flatMap(({ revision, kind }) => (kind === null ? revision : []));
  const changes = rows.flatMap(({ revision, kind, id, fields, laterRevision, laterFields }): LaterChange[] =>
    kind === null || id === null
      ? []
      : [
          {
            revision,
            kind,
            id,
            fields: parseFields(fields),
            later: { revision: laterRevision ?? 0, fields: parseFields(laterFields) },
          },
        ],
  );
  const ofRecord = Map.groupBy(changes, ({ revision, kind, id }) => `${revision} ${kind} ${id}`);
  return new Set([...found, ...[...ofRecord.values()].flatMap((all) => (isOverwritten(all) ? (all[0]?.revision ?? []) : []))]);
}

const parseFields = (text: string | null): Fields => (text === null ? null : (JSON.parse(text) as NonNullable<Fields>));

const none = sql`null as kind, null as id, null as fields, cast(null as bigint) as "laterRevision", null as "laterFields"`;

/** Recorded events that are voided and voided events that are not, apart from those of young that are removed with their birth. */
const changedEvents = (farmId: FarmId, revisions: readonly number[]) => sql`
  select distinct done.revision, ${none} from changes as done
  left join events on events.farm_id = ${farmId} and events.id = done.id
  where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.n <= ${maxCountedChanges} and done.kind = 'event'
    and ((done.fields is null and (events.id is null or events.voided_at is not null))
      or (done.fields like '%"voidedAt"%' and (events.id is null or events.voided_at is null)))
    and not exists (select 1 from changes as born where born.farm_id = ${farmId} and born.kind = 'animal'
      and born.id = events.animal_id and born.revision = done.revision and born.fields is null)`;

const laterChanges = (farmId: FarmId, revisions: readonly number[]) => sql`
  select done.revision, done.kind, done.id, done.fields, later.revision as "laterRevision", later.fields as "laterFields"
  from changes as done
  join changes as later on later.farm_id = ${farmId} and later.kind = done.kind and later.id = done.id
    and later.revision > done.revision
  where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.n <= ${maxCountedChanges}
    and done.kind <> 'event'`;

/** As in `isAnimalUsed`. */
const usedAnimals = (farmId: FarmId, revisions: readonly number[]) => sql`
  select distinct done.revision, ${none} from changes as done
  where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.kind = 'animal' and done.fields is null and (
    exists (select 1 from events where events.farm_id = ${farmId} and events.animal_id = done.id and not exists (
      select 1 from changes as own where own.farm_id = ${farmId} and own.kind = 'event' and own.id = events.id
        and own.revision = done.revision))
    or exists (select 1 from animals as child where child.farm_id = ${farmId} and child.mother_id = done.id)
    or exists (select 1 from animals as child where child.farm_id = ${farmId} and child.father_id = done.id)
    or exists (select 1 from breeding_records as mating where mating.farm_id = ${farmId} and mating.mother_id = done.id)
    or exists (select 1 from breeding_records as mating where mating.farm_id = ${farmId} and mating.father_id = done.id)
    or exists (select 1 from animal_tags as tag where tag.farm_id = ${farmId} and tag.animal_id = done.id)
    or exists (select 1 from breeding_offspring as young where young.farm_id = ${farmId} and young.animal_id = done.id))`;

/** Whether undoing the first change of a record would overwrite what came later. */
function isOverwritten(changes: readonly LaterChange[]): boolean {
  const [change] = changes;
  if (!change) return false;
  const later = changes.map((each) => each.later).toSorted((a, b) => a.revision - b.revision);
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
function latest(later: readonly LaterChange['later'][], name: string, value: unknown): unknown {
  const changed = later.findLast(({ fields }) => fields !== null && Object.hasOwn(fields, name));
  return changed ? changed.fields?.[name]?.[1] : value;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
