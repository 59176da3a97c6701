import { type FarmAct, recentActs, shownChanges } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { maxCountedChanges } from '#domain/journal/acts.ts';
import { mayRecord } from '#domain/members.ts';
import type { EventKind } from '#domain/records/events.ts';
import { offerFields } from '#server/animals/animal-fields.ts';
import { changeTypeOf } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ensureRight, type InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import {
  fittingInPage,
  listActsBeyond,
  listEventKinds,
  listFirstChanges,
  listNewestRevisions,
  readAct,
  readActs,
  type LoggedAct,
  type LoggedChange,
} from './acts.queries.ts';
import { describeChanges } from './describe-changes.ts';
import { archivesExposure, undoOf } from './undo.ts';
import { sql } from 'kysely';
import { isKindWith } from '#domain/records/kinds.ts';
import type { FarmId } from '#server/db/farm-id.ts';

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

interface RecordChange extends LoggedChange {
  readonly revision: number;
}

/**
 * The acts whose undoing would be refused, because their records have been changed again or are used since: the same rules as in
 * `undoOf`, applied to the log.
 */
async function listChangedSince(
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
    ...(animals.length > 0 ? [usedAnimals(farmId, animals)] : []),
  ];
  const { rows } =
    parts.length === 0 ? { rows: [] } : await sql<{ revision: number }>`${sql.join(parts, sql` union `)}`.execute(db);
  const changes = records.length === 0 ? [] : await readChangesFrom(db, farmId, records);
  const asked = new Set(records);
  const overwritten = [...Map.groupBy(changes, ({ kind, id }) => `${kind} ${id}`).values()].flatMap((ofRecord) =>
    ofRecord.flatMap((change, at) => {
      const later = ofRecord.slice(at + 1).filter(({ revision }) => revision > change.revision);
      return asked.has(change.revision) && later.length > 0 && isOverwritten(change, later) ? change.revision : [];
    }),
  );
  return new Set([...rows.map(({ revision }) => revision), ...overwritten]);
}

/** Recorded events that are voided and voided events that are not, apart from those of young that are removed with their birth. */
const changedEvents = (farmId: FarmId, revisions: readonly number[]) => sql`
  select done.revision from changes as done
  left join events on events.farm_id = ${farmId} and events.id = done.id
  where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.n <= ${maxCountedChanges} and done.kind = 'event'
    and ((done.fields is null and (events.id is null or events.voided_at is not null))
      or (done.fields like '%"voidedAt"%' and (events.id is null or events.voided_at is null)))
    and not exists (select 1 from changes as born where born.farm_id = ${farmId} and born.kind = 'animal'
      and born.id = events.animal_id and born.revision = done.revision and born.fields is null)`;

/** The changes of the acts' records since the first of the acts, oldest first. Each is read once, because it may be long. */
async function readChangesFrom(db: Db | Tx, farmId: FarmId, revisions: readonly number[]): Promise<RecordChange[]> {
  const { rows } = await sql<RecordChange & { fields: string | null }>`
    select later.revision, later.kind, later.id, later.fields from (
      select done.kind, done.id, min(done.revision) as first from changes as done
      where done.farm_id = ${farmId} and done.revision in (${sql.join(revisions)}) and done.n <= ${maxCountedChanges}
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

/** As in `isAnimalUsed`. */
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
    or exists (select 1 from breeding_offspring as young where young.farm_id = ${farmId} and young.animal_id = done.id))`;

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

export async function listActs({ db }: Pick<Deps, 'db'>, member: InFarm): Promise<FarmAct[]> {
  const revisions = await listNewestRevisions(db, member.farmId, recentActs);
  const changes = fittingInPage(await listFirstChanges(db, member.farmId, revisions, { most: shownChanges }));
  return describe(db, member, await readActs(db, member.farmId, changes));
}

/** An act is undone in one piece. Only the deletion of an animal with very many or very long events is larger. */
const maxUndone = { changes: 10_000, bytes: 4 * 1024 * 1024 };

/** Undoing an act again changes nothing, so that a retry is harmless. */
export function undoAct({ db, now }: Pick<Deps, 'db' | 'now'>, member: InFarm, revision: number): Promise<FarmAct> {
  const { farmId } = member;
  return inFarmTransaction(db, farmId, async (tx) => {
    // An import or an archive has a hundred thousand changes.
    const head = await readAct(tx, farmId, revision, 1);
    if (!head) throw new Problem('acts.not_found');
    if (!head.isUndone) {
      const undo = findUndo(head);
      if (!undo) throw new Problem('acts.not_undoable');
      ensureRight(member, undo.needs);
      const isTooLarge = (await listActsBeyond(tx, farmId, [revision], maxUndone)).size > 0;
      if (isTooLarge) throw new Problem('acts.not_undoable');
      const act = await readAct(tx, farmId, revision);
      await undo.run({ tx, now, member: { ...member, undoes: revision }, act: act ?? head });
    }
    const after = await readAct(tx, farmId, revision, shownChanges);
    const [described] = await describe(tx, member, after ? [after] : []);
    if (!described) throw new Problem('acts.not_found');
    return described;
  });
}

function findUndo({ call }: LoggedAct) {
  const name = Object.hasOwn(api, call) ? (call as keyof typeof api) : undefined;
  const run = name && undoOf[name];
  if (!run) return undefined;
  const { needs }: Route = api[name];
  return { run, needs: needs ?? 'own' };
}

async function describe(db: Db | Tx, member: InFarm, acts: readonly LoggedAct[]): Promise<FarmAct[]> {
  const described = await describeChanges(db, member.farmId, acts);
  const kinds = await listKindsToRecord(db, member, acts);
  const tooLarge = await listActsBeyond(
    db,
    member.farmId,
    acts.map(({ revision }) => revision),
    maxUndone,
  );
  const mayUndo = (act: LoggedAct): boolean => {
    const needs = findUndo(act)?.needs;
    const isAllowed = needs !== undefined && member.rights.has(needs) && mayTakeBack(member, act, kinds.get(act.revision));
    return !act.isUndone && isAllowed && !tooLarge.has(act.revision);
  };
  const changedSince = await listChangedSince(db, member.farmId, acts.filter(mayUndo));
  return acts.map((act, index) => {
    const { revision, at, by, call, undoes, isUndone } = act;
    const isChangedSince = changedSince.has(revision);
    const { counts = {}, changes = [], events = [] } = described[index] ?? {};
    return {
      revision,
      at,
      by,
      call,
      counts,
      changes,
      events,
      undoes,
      isUndone,
      canUndo: mayUndo(act) && !isChangedSince,
      isChangedSince,
    };
  });
}

/** Members who may manage the farm may record events of every kind, so the kinds need not be read. */
const listKindsToRecord = async (db: Db | Tx, { farmId, rights }: InFarm, acts: readonly LoggedAct[]) =>
  rights.has('manage')
    ? new Map<number, ReadonlySet<EventKind>>()
    : listEventKinds(
        db,
        farmId,
        acts.flatMap((act) => (findUndo(act) ? act.revision : [])),
        maxCountedChanges,
      );

const changesOffer = ({ fields }: LoggedChange): boolean => offerFields.some((name) => Object.hasOwn(fields ?? {}, name));

/** Applies the same rules as the calls with which an act is undone. */
function mayTakeBack(member: InFarm, { changes }: LoggedAct, kinds: ReadonlySet<EventKind> = new Set()): boolean {
  const needsManager = changes.some(
    (change) =>
      archivesExposure(change) || (change.kind === 'animal' && changeTypeOf(change.fields) === 'changed' && changesOffer(change)),
  );
  return (
    (!needsManager || member.rights.has('manage')) && [...kinds].every((kind) => mayRecord(member.role, kind, member.rights))
  );
}
