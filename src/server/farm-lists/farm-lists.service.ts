import { uuidv7 } from 'uuidv7';
import { maxFarmListEntries, maxWorklists, nameKey } from '#domain/farm-lists.ts';
import { unsetValues } from '#domain/records/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { changed, created, logChanges, recordKinds, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { definedFields } from '#domain/defined-fields.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import { Problem } from '#server/problem.ts';
import {
  countEntries,
  fieldsIn,
  findEntry,
  insertEntry,
  readNamesInUse,
  listUnknownAnimals,
  updateEntry,
  type Entries,
  type FieldsOf,
  type ListTable,
} from './farm-lists.queries.ts';

type Needs = Pick<Deps, 'db' | 'now'>;

const notFound = {
  places: 'places.not_found',
  groups: 'groups.not_found',
  products: 'products.not_found',
  worklists: 'worklists.not_found',
  exposures: 'exposures.not_found',
} as const satisfies Record<ListTable, ErrorCode>;

type Defined<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function addEntry<T extends ListTable>(
  { db, now }: Needs,
  act: Act,
  table: T,
  { id = uuidv7(), ...input }: Defined<FieldsOf<T>> & { readonly id?: string | undefined },
): Promise<Entries[T]> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    await createOnce(tx, table, farmId, { id, ...input }, async (createDigest) => {
      const moment = now();
      const fields = { ...unsetValues(fieldsIn[table]), ...definedFields(input) } as unknown as FieldsOf<T>;
      ensureRoomIn(table, (await countEntries(tx, farmId, table)) + 1);
      await ensureNameIsFree(tx, farmId, table, { id, name: fields.name });
      const createdAt = moment.toISOString();
      if ('animalIds' in fields) await ensureKnownAnimals(tx, farmId, fields.animalIds as readonly string[]);
      if (!(await insertEntry(tx, farmId, table, { id, fields, createDigest, createdAt, archivedAt: null }))) return false;
      await logChanges(tx, act, moment, [created(recordKinds[table], id)]);
      return true;
    });
    return readEntry(tx, farmId, table, id);
  });
}

type EntryChange<T extends ListTable> = Defined<FieldsOf<T>> & {
  readonly isArchived?: boolean | undefined;
  readonly version?: number | undefined;
};

/** A change that is already stored is accepted with an old version, so that a retry never conflicts with itself. */
export function changeEntry<T extends ListTable>(
  { db, now }: Needs,
  act: Act,
  table: T,
  id: string,
  { isArchived, version: base, ...input }: EntryChange<T>,
): Promise<Entries[T]> {
  const { farmId } = act;
  return inFarmTransaction(db, farmId, async (tx) => {
    const stored = await readEntry(tx, farmId, table, id);
    const { id: _id, version, createdAt: _createdAt, archivedAt, ...before } = stored;
    const moment = now();
    const fields = { ...before, ...definedFields(input) } as unknown as FieldsOf<T>;
    const archived = (isArchived ?? archivedAt !== null) ? (archivedAt ?? moment.toISOString()) : null;
    const changes = changed(recordKinds[table], id, { ...before, archivedAt }, { ...fields, archivedAt: archived });
    if (changes.length === 0) return stored;
    if (base !== undefined && base !== version) throw new Problem('record.stale');
    if (archived === null) await ensureNameIsFree(tx, farmId, table, { id, name: fields.name });
    await updateEntry(tx, farmId, table, id, { fields, archivedAt: archived });
    await logChanges(tx, act, moment, changes);
    return readEntry(tx, farmId, table, id);
  });
}

async function readEntry<T extends ListTable>(tx: Tx, farmId: FarmId, table: T, id: string): Promise<Entries[T]> {
  const entry = await findEntry(tx, farmId, table, id);
  if (!entry) throw new Problem(notFound[table]);
  return entry;
}

/** Nothing is deleted here, because events name the entries; so archived ones count too. */
export function ensureRoomIn(table: ListTable, count: number): void {
  const most = hasUniqueNames(table) ? maxFarmListEntries : maxWorklists;
  if (count <= most) return;
  throw new Problem('farm.full', {
    message: `A farm has at most ${most} ${table}, with archived ones. Bring one of those back instead.`,
  });
}

/** One that was deleted while the request waited on a phone stays in the list. */
async function ensureKnownAnimals(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<void> {
  const unknown = await listUnknownAnimals(tx, farmId, ids);
  if (unknown.length > 0) throw Problem.field('animalIds', 'Your farm has no such animal');
}

/** The same is done again and again. */
export const hasUniqueNames = (table: ListTable): boolean => table !== 'worklists' && table !== 'exposures';

async function ensureNameIsFree(
  tx: Tx,
  farmId: FarmId,
  table: ListTable,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  if (!hasUniqueNames(table)) return;
  const holder = (await readNamesInUse(tx, farmId, table)).get(nameKey(name));
  if (holder === undefined || holder === id) return;
  throw Problem.field('name', 'Your farm has one with this name already. Choose another name.');
}
