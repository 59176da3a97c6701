import { uuidv7 } from 'uuidv7';
import { maxChores, maxFarmListEntries, maxWorklists, nameKey } from '#domain/values/farm-lists.ts';
import { isRule } from '#domain/health/herd-rules.ts';
import type { HerdRule } from '#domain/records/group.ts';
import { isKindWith, type ListName } from '#domain/records/kinds.ts';
import { changedEntry, newEntry } from '#domain/records/list-entry.ts';
import { fieldsInLists } from '#domain/records/by-kind.ts';
import { changed, created, deleted, logChanges, recordKinds, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { isOwnPicture, notOwnPicture } from '#server/files/files.queries.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { Problem } from '#server/problem.ts';
import {
  deleteEntryRows,
  findEntry,
  insertEntry,
  countEntries,
  readName,
  readNamesInUse,
  listUnknownAnimals,
  updateEntry,
  type Entries,
  type FieldsOf,
} from './farm-lists.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

const notFound = (table: ListName) => new Problem(`${table}.not_found`);

type Defined<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function addEntry<T extends ListName>(
  { db, now }: Needs,
  act: Act,
  table: T,
  { id = uuidv7(), ...input }: Defined<FieldsOf<T>> & { readonly id?: string | undefined },
): Promise<Entries[T]> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    await createOnce(tx, table, farmId, { id, ...input }, async (createDigest) => {
      const moment = now();
      const createdAt = moment.toISOString();
      const { archivedAt, ...content } = newEntry(fieldsInLists[table], input, {
        at: createdAt,
        by: await doerOf(tx, act, input),
      });
      const fields = content as unknown as FieldsOf<T>;
      ensureRoomIn(table, (await countEntries(tx, farmId, table)) + 1);
      await ensureNameIsFree(tx, farmId, table, { id, name: fields.name });
      await ensureKnown(tx, farmId, fields);
      if (!(await insertEntry(tx, farmId, table, { id, fields, createDigest, createdAt, archivedAt }))) return false;
      await logChanges(tx, act, moment, [created(recordKinds[table], id)]);
      return true;
    });
    return readEntry(tx, farmId, table, id);
  });
}

type EntryChange<T extends ListName> = Defined<FieldsOf<T>> & {
  readonly isArchived?: boolean | undefined;
  readonly version?: number | undefined;
};

/** A change that is already stored is accepted with an old version, so that a retry never conflicts with itself. */
export function changeEntry<T extends ListName>(
  { db, now }: Needs,
  act: Act,
  table: T,
  id: string,
  { version: base, ...change }: EntryChange<T>,
): Promise<Entries[T]> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const stored = await readEntry(tx, farmId, table, id);
    const { id: _id, version, createdAt: _createdAt, ...before } = stored;
    const moment = now();
    const after = changedEntry(before, change, { at: moment.toISOString(), by: await doerOf(tx, act, change) });
    const changes = changed(recordKinds[table], id, before, after);
    if (changes.length === 0) return stored;
    if (base !== undefined && base !== version) throw new Problem('record.stale');
    const { archivedAt, ...content } = after;
    const fields = content as unknown as FieldsOf<T>;
    await ensureKnown(tx, farmId, change);
    ensureSameKind(before, fields);
    if (archivedAt === null) await ensureNameIsFree(tx, farmId, table, { id, name: fields.name });
    await updateEntry(tx, farmId, table, id, { fields, archivedAt });
    await logChanges(tx, act, moment, changes);
    return readEntry(tx, farmId, table, id);
  });
}

async function readEntry<T extends ListName>(tx: Tx, farmId: FarmId, table: T, id: string): Promise<Entries[T]> {
  const entry = await findEntry(tx, farmId, table, id);
  if (!entry) throw notFound(table);
  return entry;
}

/** Events may refer to entries of other tables than chores; a place is deleted only if nothing refers to it. */
export function deleteEntry({ db, now }: Needs, act: Act, table: 'chores' | 'places', id: string): Promise<void> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const { id: _id, ...before } = await readEntry(tx, farmId, table, id);
    await deleteEntryRows(tx, farmId, table, [id]);
    await logChanges(tx, act, now(), [deleted(recordKinds[table], id, before)]);
  });
}

/** Archived entries count too. */
export function ensureRoomIn(table: ListName, count: number): void {
  if (table === 'chores') {
    if (count <= maxChores) return;
    throw new Problem('farm.full', {
      message: `A farm has at most ${maxChores} tasks, with those that are done. Delete old ones.`,
    });
  }
  const most = hasUniqueNames(table) ? maxFarmListEntries : maxWorklists;
  if (count <= most) return;
  throw new Problem('farm.full', {
    message: `A farm has at most ${most} ${table}, with archived ones. Bring one of those back instead.`,
  });
}

interface References {
  readonly animalIds?: readonly string[];
  readonly groupId?: string | null;
  readonly placeId?: string | null;
  readonly photo?: string | null;
}

/** References must be to records of the farm. An animal that was deleted while the request waited on a phone stays in the list. */
async function ensureKnown(tx: Tx, farmId: FarmId, fields: object): Promise<void> {
  const { animalIds, groupId, placeId, photo }: References = fields;
  if (animalIds && (await listUnknownAnimals(tx, farmId, animalIds)).length > 0) {
    throw Problem.field('animalIds', 'Your farm has no such animal');
  }
  if (hasRule(fields)) await ensureKnownInRule(tx, farmId, fields.rule);
  if (groupId && !(await findEntry(tx, farmId, 'groups', groupId))) throw Problem.field('groupId', 'Your farm has no such group');
  if (placeId && !(await findEntry(tx, farmId, 'places', placeId))) throw Problem.field('placeId', 'Your farm has no such place');
  if (photo && !(await isOwnPicture(tx, farmId, photo))) throw Problem.field('photo', notOwnPicture);
}

/** The animals of a rule are found by its conditions, so a rule about another rule could go in a circle. */
async function ensureKnownInRule(tx: Tx, farmId: FarmId, { placeId, groupId }: HerdRule): Promise<void> {
  if (placeId !== undefined && !(await findEntry(tx, farmId, 'places', placeId))) {
    throw Problem.field('rule.placeId', 'Your farm has no such place');
  }
  if (groupId === undefined) return;
  const group = await findEntry(tx, farmId, 'groups', groupId);
  if (!group) throw Problem.field('rule.groupId', 'Your farm has no such group');
  if (isRule(group)) throw Problem.field('rule.groupId', 'Choose a group that is not a rule itself');
}

/** Animals that were moved into a group would be in it no longer, and those of a rule would be lost. */
function ensureSameKind(before: object, after: object): void {
  if (!hasRule(before) || !hasRule(after) || isRule(before) === isRule(after)) return;
  throw Problem.field(
    'rule',
    isRule(before)
      ? 'A rule needs at least one condition. Archive the group if it is no longer needed.'
      : 'This group has animals that were moved into it. Add another group for the rule.',
  );
}

const hasRule = (fields: object): fields is { readonly rule: HerdRule } => 'rule' in fields;

/** The person who marks a task as done. */
async function doerOf(tx: Tx, { by }: Act, input: object): Promise<string | null> {
  const { doneOn }: { readonly doneOn?: string | null } = input;
  return typeof doneOn === 'string' && 'user' in by ? readName(tx, by.user) : null;
}

/** Names may repeat in the other lists, because the same work is done again and again. */
export const hasUniqueNames = (table: ListName): boolean => isKindWith(recordKinds[table], 'hasUniqueNames');

async function ensureNameIsFree(
  tx: Tx,
  farmId: FarmId,
  table: ListName,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (!hasUniqueNames(table)) return;
  const holder = (await readNamesInUse(tx, farmId, table)).get(nameKey(name));
  if (holder === undefined || holder === id) return;
  throw Problem.field('name', 'Your farm has one with this name already. Choose another name.');
}
