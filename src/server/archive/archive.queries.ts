import type { Selectable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { maxHelpers } from '#contract/members.ts';
import type {
  ArchivedAnimal,
  ArchivedAnimalTag,
  ArchivedBreedingRecord,
  ArchivedEvent,
  ArchivedHealthRecord,
} from '#contract/archive.ts';
import type { ParentIds } from '#domain/records/breeding.ts';
import type { PedigreeAnimal } from '#domain/records/parentage.ts';
import { listAnimalsGoneElsewhere } from '#server/animals/animals.queries.ts';
import { mapOffspring } from '#server/breeding/breeding.queries.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { animalTagFields } from '#domain/records/animal-tag.ts';
import { ownersOf } from '#server/db/memberships.ts';
import { inBatches, oldestAfter, pageByDay } from '#server/db/in-batches.ts';
import { aliasesOf, animalColumns, asFields, breedingColumns } from '#server/db/record-columns.ts';
import type { RecordTable } from '#domain/records/kinds.ts';
import { toIds } from '#domain/values/to-ids.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { toHealthRecord } from '#server/journal/checkups.ts';
import { ownDigest, toDetail } from '#server/journal/journal.queries.ts';

export const readFarm = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('farms')
    .select(['name', 'address', 'logo_url as logoUrl', 'plan_picture as planPicture'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();

export const listPeople = (db: Db, farmId: FarmId) =>
  ownersOf(db, farmId).select(['users.username', 'users.email', 'users.owner_name as ownerName', 'users.phone']).execute();

export const listHelpers = (db: Db | Tx, farmId: FarmId) =>
  db.selectFrom('people').select('name').where('farm_id', '=', farmId).orderBy('name').execute();

export async function addMissingHelpers(tx: Tx, farmId: FarmId, names: readonly string[]): Promise<void> {
  const known = await listHelpers(tx, farmId);
  const missing = new Set(names).difference(new Set(known.map(({ name }) => name)));
  const added = [...missing].slice(0, Math.max(0, maxHelpers - known.length));
  if (added.length === 0) return;
  const rows = added.map((name) => ({ farm_id: farmId, id: uuidv7(), name }));
  await tx.insertInto('people').values(rows).execute();
}

export type AnimalRow = Omit<ArchivedAnimal, 'photo' | 'listing'> & { readonly imageUrl: string | null };

export const animalBatches = (db: Db, farmId: FarmId, isReference: boolean) =>
  inBatches<AnimalRow>((after, limit) =>
    oldestAfter(
      db
        .selectFrom('animals')
        .select(['id', ...animalColumns, 'created_at as createdAt', 'updated_at as updatedAt'])
        .where('farm_id', '=', farmId)
        .where('is_reference', '=', isReference),
      after,
      limit,
    ).execute(),
  );

/** The additional content of these animals' listings, by animal. */
export async function readListings(db: Db | Tx, farmId: FarmId, ids: readonly string[]) {
  const photos = await db
    .selectFrom('listing_photos')
    .select(['animal_id as animalId', 'url'])
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', ids)
    .orderBy('animal_id')
    .orderBy('position')
    .execute();
  const details = await db
    .selectFrom('listing_details')
    .select(['animal_id as animalId', 'clip_url as clipUrl', 'shared'])
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', ids)
    .execute();
  const photosOf = Map.groupBy(photos, ({ animalId }) => animalId);
  return new Map(
    details.map(({ animalId, clipUrl, shared }) => [
      animalId,
      {
        photos: photosOf.get(animalId)?.map(({ url }) => url) ?? [],
        clipUrl,
        shared: shared === null ? null : (JSON.parse(shared) as string[]),
      },
    ]),
  );
}

export const animalTagBatches = (db: Db, farmId: FarmId) =>
  inBatches<ArchivedAnimalTag>((after, limit) =>
    oldestAfter(
      db
        .selectFrom('animal_tags')
        .select(['id', ...aliasesOf(animalTagFields), 'created_at as createdAt'])
        .where('farm_id', '=', farmId),
      after,
      limit,
    ).execute(),
  );

export const healthBatches = (db: Db, farmId: FarmId) =>
  inBatches<ArchivedHealthRecord>(async (after, limit) => {
    const checkups = db
      .selectFrom('events')
      .select(eventColumns)
      .where('farm_id', '=', farmId)
      .where('kind', '=', 'checkup')
      .where('voided_at', 'is', null);
    const rows = await pageByDay(checkups, { after: after && { ...after, day: after.date }, limit }).execute();
    return rows.map(({ animalId, day, detail, ...common }) => ({ ...common, ...toHealthRecord(animalId, day, detail) }));
  });

/** The events other than health records. */
export async function* eventBatches(db: Db, farmId: FarmId): AsyncGenerator<ArchivedEvent[]> {
  const batches = inBatches((after: EventRow | undefined, limit) =>
    pageByDay(archivedRows(db, farmId), { after, limit }).execute(),
  );
  // Filtered here and not in SQL, where a statement would read very many rows at once if most are health records.
  for await (const batch of batches) yield batch.filter(isArchivedAsEvent).map(toArchivedEvent);
}

/** The rows of the events of a farm with what an archive has of them. */
export const archivedRows = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('events')
    .select([...eventColumns, 'kind', 'create_digest', 'voided_at as voidedAt', 'void_reason as voidReason'])
    .where('farm_id', '=', farmId);

export type EventRow = Pick<
  Selectable<Database['events']>,
  'id' | 'kind' | 'day' | 'time' | 'note' | 'responsible' | 'detail' | 'create_digest'
> &
  Pick<ArchivedEvent, 'animalId' | 'worklistId' | 'createdAt' | 'replacesId' | 'voidedAt' | 'voidReason'>;

const eventColumns = asFields('id animalId day time note responsible worklistId detail createdAt replacesId');

/** Events that repeat an animal's own fields are left out, because an import creates them from these fields. */
export const isArchivedAsEvent = ({ kind, voidedAt, create_digest }: EventRow): boolean =>
  voidedAt !== null || (kind !== 'checkup' && !(create_digest === ownDigest && (kind === 'weighing' || kind === 'castration')));

export const toArchivedEvent = ({ detail, create_digest: _digest, ...common }: EventRow): ArchivedEvent =>
  ({ ...toDetail(common.kind as ArchivedEvent['kind'], detail), ...common }) as ArchivedEvent;

export const breedingBatches = (db: Db, farmId: FarmId) =>
  inBatches<ArchivedBreedingRecord>(async (after, limit) => {
    const records = await pageByDay(
      db
        .selectFrom('breeding_records')
        .select(['id', ...breedingColumns, 'created_at as createdAt'])
        .where('farm_id', '=', farmId),
      { dayColumn: 'breeding_date', after: after && { ...after, day: after.breedingDate }, limit },
    ).execute();
    const offspring = await mapOffspring(db, farmId, records);
    return records.map((record) => ({
      ...record,
      offspringIds: offspring.get(record.id)?.map(({ animalId }) => animalId) ?? [],
    }));
  });

export const listSpreadsheets = (db: Db, farmId: FarmId) =>
  db
    .selectFrom('imports')
    .select(['id', 'file_name as fileName', 'columns', 'created_at as createdAt'])
    .where('farm_id', '=', farmId)
    .where('state', '=', 'applied')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('import_rows')
          .select('row_number')
          .whereRef('import_rows.farm_id', '=', 'imports.farm_id')
          .whereRef('import_id', '=', 'imports.id'),
      ),
    )
    .orderBy('created_at')
    .execute();

export const spreadsheetBatches = (db: Db, farmId: FarmId, importId: string) =>
  inBatches<{ number: number; cells: string }>((after, limit) =>
    db
      .selectFrom('import_rows')
      .select(['row_number as number', 'cells'])
      .where('farm_id', '=', farmId)
      .where('import_id', '=', importId)
      .$if(after !== undefined, (query) => query.where('row_number', '>', after?.number ?? 0))
      .orderBy('row_number')
      .limit(limit)
      .execute(),
  );

export type ArchivedTable = RecordTable | 'papers';

export const listOwnIds = (tx: Tx, farmId: FarmId, table: ArchivedTable, ids: readonly string[]): Promise<string[]> =>
  listIds(tx, farmId, table, ids, '=');

/** Ids of other farms' rows; those of their deleted animals stay theirs, since they are public addresses. */
export async function listForeignIds(
  tx: Tx,
  farmId: FarmId,
  table: ArchivedTable,
  ids: readonly string[],
): Promise<readonly string[]> {
  const foreign = await listIds(tx, farmId, table, ids, '<>');
  return table === 'animals' && ids.length > 0 ? [...foreign, ...(await listAnimalsGoneElsewhere(tx, farmId, ids))] : foreign;
}

async function listIds(
  tx: Tx,
  farmId: FarmId,
  table: ArchivedTable,
  ids: readonly string[],
  operator: '=' | '<>',
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom(table).select('id').where('farm_id', operator, farmId).where('id', 'in', ids).execute();
  return toIds(rows);
}

export const listPedigreeAnimals = (
  tx: Db | Tx,
  farmId: FarmId,
  ids: readonly string[],
): Promise<(PedigreeAnimal & ParentIds & { id: string })[]> =>
  tx
    .selectFrom('animals')
    .select(asFields('id sex species birthDate birthYear motherId fatherId'))
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();

export async function fillInFarm(
  tx: Tx,
  farmId: FarmId,
  values: Readonly<Record<'name' | 'address' | 'logo_url' | 'plan_picture', string | null>>,
): Promise<void> {
  await tx
    .updateTable('farms')
    .set((eb) => ({
      name: eb.fn.coalesce('name', eb.val(values.name)),
      address: eb.fn.coalesce('address', eb.val(values.address)),
      logo_url: eb.fn.coalesce('logo_url', eb.val(values.logo_url)),
      plan_picture: eb.fn.coalesce('plan_picture', eb.val(values.plan_picture)),
    }))
    .where('id', '=', farmId)
    .execute();
}

/** Only for an owner, because the values are those of the owner of the archive's farm. */
export async function fillInPerson(
  tx: Tx,
  farmId: FarmId,
  userId: string,
  values: { ownerName: string | null; phone: string | null },
): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({
      owner_name: eb.fn.coalesce('owner_name', eb.val(values.ownerName)),
      phone: eb.fn.coalesce('phone', eb.val(values.phone)),
    }))
    .where('id', '=', userId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .select('user_id')
        .where('farm_id', '=', farmId)
        .where('role', '=', 'owner')
        .where('ended_at', 'is', null),
    )
    .execute();
}
