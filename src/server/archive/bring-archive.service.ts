import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedHealthRecord, Arrival } from '#contract/archive.ts';
import { sharesParent, whyNotPair, type Parents } from '#domain/breeding.ts';
import { parentFault, parentRoles, type Kin } from '#domain/parentage.ts';
import { countsAgainstCap, ensureRoomFor } from '#server/animals/animal-cap.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import type { Database } from '#server/db/schema.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { keepPicture } from '#server/files/files.service.ts';
import type { FileOnDisk } from '#server/http/file-on-disk.ts';
import { Problem } from '#server/http/problem.ts';
import { completeFarm, listForeignIds, listKin, listOwnIds, readFarm, type ArchivedTable } from './archive.queries.ts';
import { readInThread } from './read-in-thread.ts';
import type { FarmRecords } from './read-records.ts';
import { openZip, type OpenZip } from './zip-guard.ts';

type Needs = Pick<Deps, 'db' | 'pictures' | 'now' | 'limits'>;

const perHour = { hits: 20, seconds: 3600 };
const tooOften = 'You have brought in many files in the last hour. Wait a while and try again.';

/**
 * Takes in a farm that was downloaded elsewhere, all of its records or none. Sent again it adds nothing: what the farm has already,
 * by its id, stays as it is.
 */
export async function bringArchive(deps: Needs, farmId: FarmId, { path }: FileOnDisk): Promise<Arrival> {
  await deps.limits.hit(`archive:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readInThread(path);
  // Whether the plan has room is known before anything is written.
  const { missing, needsLogo } = await inFarmTransaction(deps.db, farmId, (tx) => look(tx, farmId, records));
  const photos = await bringPhotos(deps, farmId, zip, [
    ...missing.map(({ photo }) => photo),
    needsLogo ? records.head.farm.logo : null,
  ]);
  return inFarmTransaction(deps.db, farmId, async (tx) => {
    const plan = await look(tx, farmId, records);
    const leftOut = await write(tx, farmId, records, plan, photos.urls);
    const arrived = (list: readonly unknown[], added: number) => ({ added, alreadyThere: list.length - added });
    return {
      animals: arrived(records.animals, plan.missing.length),
      healthRecords: arrived(records.healthRecords, leftOut.healthAdded),
      breedingRecords: arrived(records.breedingRecords, leftOut.breedingAdded),
      photosAdded: photos.urls.size,
      photosLeftOut: photos.leftOut,
      recordsLeftOut: records.leftOut + leftOut.links,
    };
  });
}

/** What the farm lacks of the records, and under which ids they come. */
interface Plan {
  readonly missing: readonly ArchivedAnimal[];
  readonly animalIds: Ids;
  readonly healthIds: Ids;
  readonly breedingIds: Ids;
  readonly needsLogo: boolean;
}

async function look(tx: Tx, farmId: FarmId, records: FarmRecords): Promise<Plan> {
  const animalIds = await findIds(tx, farmId, 'animals', records.animals);
  const missing = records.animals.filter(({ id }) => !animalIds.isThere(id));
  const adding = missing.filter(countsAgainstCap).length;
  if (adding > 0) {
    await ensureRoomFor(tx, farmId, adding).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, { message: `${error.message} This file brings ${adding} more. Nothing was brought in.` });
    });
  }
  const { logoUrl } = await readFarm(tx, farmId);
  return {
    missing,
    animalIds,
    healthIds: await findIds(tx, farmId, 'health_records', records.healthRecords),
    breedingIds: await findIds(tx, farmId, 'breeding_records', records.breedingRecords),
    needsLogo: logoUrl === null,
  };
}

interface Ids {
  /** The id that the record has, or will have, on this farm. */
  of(id: string): string;
  isThere(id: string): boolean;
}

/** An id is kept where it is free. Where another farm has it, the record gets one that the same file always gets on this farm. */
async function findIds(tx: Tx, farmId: FarmId, table: ArchivedTable, list: readonly { id: string }[]): Promise<Ids> {
  const mapped = new Map<string, string>();
  const there = new Set<string>();
  for await (const batch of batchesOf(list)) {
    const ids = batch.map(({ id }) => id);
    const own = new Set(await listOwnIds(tx, farmId, table, ids));
    const others = ids.filter((id) => !own.has(id));
    for (const id of await listForeignIds(tx, farmId, table, others)) mapped.set(id, idOnFarm(farmId, id));
    // What was mapped the first time may be free by now: it is there all the same.
    const substitutes = new Map(others.map((id) => [idOnFarm(farmId, id), id]));
    for (const substitute of await listOwnIds(tx, farmId, table, [...substitutes.keys()])) {
      const id = substitutes.get(substitute) ?? '';
      mapped.set(id, substitute);
      own.add(id);
    }
    for (const id of own) there.add(id);
  }
  return { of: (id) => mapped.get(id) ?? id, isThere: (id) => there.has(id) };
}

/** A UUID of version 8 (RFC 9562): made of the farm and the id, so that nobody else gets it. */
function idOnFarm(farmId: FarmId, id: string): string {
  const hex = createHash('sha256').update(farmId).update(id).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Each photo as if it were uploaded: decoded, drawn anew, under the farm's quota. One that cannot be read is left out. */
async function bringPhotos(
  deps: Needs,
  farmId: FarmId,
  zip: OpenZip,
  names: readonly (string | null)[],
): Promise<{ urls: Map<string, string>; leftOut: number }> {
  const urls = new Map<string, string>();
  let leftOut = 0;
  for (const name of new Set(names)) {
    if (name === null) continue;
    const url = zip.has(name)
      ? await zip
          .read(name)
          .then((bytes) => keepPicture(deps, farmId, bytes))
          .catch(orNone)
      : undefined;
    if (url === undefined) leftOut += 1;
    else urls.set(name, url);
  }
  return { urls, leftOut };
}

/** What is wrong with a photo is no reason to leave the records out; what is wrong with the server is. */
function orNone(error: unknown): undefined {
  if (error instanceof Problem && error.status < 500) return undefined;
  throw error;
}

const archived = 'archive';

async function write(
  tx: Tx,
  farmId: FarmId,
  { head, ...records }: FarmRecords,
  { missing, animalIds, healthIds, breedingIds }: Plan,
  photos: ReadonlyMap<string, string>,
): Promise<{ links: number; healthAdded: number; breedingAdded: number }> {
  let links = 0;
  const urlOf = (photo: string | null): string | null => (photo === null ? null : (photos.get(photo) ?? null));
  const { farm } = head;
  await completeFarm(tx, farmId, { name: farm.name, address: farm.address, logo_url: urlOf(farm.logo) });

  // Animals that were there before may have changed since the archive was made.
  const there = records.animals.filter(({ id }) => animalIds.isThere(id)).map(({ id }) => animalIds.of(id));
  const herd = await listKin(tx, farmId, there);
  const kin = new Map<string, Kin>(herd);
  for (const animal of missing) kin.set(animalIds.of(animal.id), animal);
  const parents = new Map<string, Parents>(herd);

  for await (const batch of batchesOf(missing)) {
    const rows = batch.map((animal): NewAnimalRow => {
      const [motherId, fatherId] = parentRoles.map((role) => {
        const id = animal[`${role}Id`];
        const parentId = id === null ? null : animalIds.of(id);
        const parent = parentId === null ? undefined : kin.get(parentId);
        if (parentId === null || (parent && !parentFault(role, parent, animal))) return parentId;
        links += 1;
        return null;
      });
      const ids = { motherId: motherId ?? null, fatherId: fatherId ?? null };
      parents.set(animalIds.of(animal.id), ids);
      return animalRow(animalIds.of(animal.id), animal, ids, urlOf(animal.photo));
    });
    await insertRows(tx, farmId, 'animals', rows);
  }

  let healthAdded = 0;
  for await (const batch of batchesOf(records.healthRecords.filter(({ id }) => !healthIds.isThere(id)))) {
    await insertRows(
      tx,
      farmId,
      'health_records',
      batch.map((record) => healthRow(healthIds.of(record.id), animalIds.of(record.animalId), record)),
    );
    healthAdded += batch.length;
  }

  let breedingAdded = 0;
  for await (const batch of batchesOf(records.breedingRecords.filter(({ id }) => !breedingIds.isThere(id)))) {
    const fitting = batch.filter((record) => isStillPair(record, animalIds, kin));
    links += batch.length - fitting.length;
    await insertRows(
      tx,
      farmId,
      'breeding_records',
      fitting.map((record) => breedingRow(breedingIds.of(record.id), animalIds, record)),
    );
    const young = fitting.flatMap((record) => youngRows(breedingIds.of(record.id), animalIds, record, parents));
    links += fitting.reduce((sum, { offspringIds }) => sum + offspringIds.length, 0) - young.length;
    await insertRows(tx, farmId, 'breeding_offspring', young);
    breedingAdded += fitting.length;
  }
  return { links, healthAdded, breedingAdded };
}

/** A few at a time: others are answered in between. */
async function* batchesOf<T>(list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < list.length; start += 200) {
    yield list.slice(start, start + 200);
    await setImmediate();
  }
}

const animalRow = (id: string, animal: ArchivedAnimal, parents: Parents, imageUrl: string | null): NewAnimalRow => ({
  id,
  tag_number: animal.tagNumber,
  name: animal.name,
  species: animal.species,
  sex: animal.sex,
  birth_date: animal.birthDate,
  birth_year: animal.birthYear,
  breed: animal.breed,
  color: animal.color,
  mother_id: parents.motherId,
  father_id: parents.fatherId,
  pedigree_url: animal.pedigreeUrl,
  vaccinated: animal.vaccinated,
  image_url: imageUrl,
  notes: animal.notes,
  status: animal.status,
  health_status: animal.healthStatus,
  for_sale: animal.forSale,
  sale_price_cents: animal.salePriceCents,
  sale_description: animal.saleDescription,
  birth_weight_grams: animal.birthWeightGrams,
  weaning_weight_grams: animal.weaningWeightGrams,
  weaning_age_days: animal.weaningAgeDays,
  is_reference: animal.isReference,
  import_id: null,
  create_digest: archived,
  version: 1,
  created_at: animal.createdAt,
  updated_at: animal.updatedAt,
});

const healthRow = (
  id: string,
  animalId: string,
  record: ArchivedHealthRecord,
): Omit<Insertable<Database['health_records']>, 'farm_id'> => ({
  id,
  animal_id: animalId,
  date: record.date,
  record_type: record.recordType,
  health_status: record.healthStatus,
  description: record.description,
  weight_grams: record.weightGrams,
  veterinarian: record.veterinarian,
  medication: record.medication,
  dosage: record.dosage,
  next_due_date: record.nextDueDate,
  notes: record.notes,
  cdnt: record.cdnt,
  hoofs_trimmed: record.hoofsTrimmed,
  dewormed: record.dewormed,
  create_digest: archived,
  created_at: record.createdAt,
});

const breedingRow = (
  id: string,
  animalIds: Ids,
  record: ArchivedBreedingRecord,
): Omit<Insertable<Database['breeding_records']>, 'farm_id'> => ({
  id,
  father_id: animalIds.of(record.fatherId),
  mother_id: animalIds.of(record.motherId),
  breeding_date: record.breedingDate,
  expected_due_date: record.expectedDueDate,
  actual_birth_date: record.actualBirthDate,
  notes: record.notes,
  outcome: record.outcome,
  create_digest: archived,
  created_at: record.createdAt,
});

function isStillPair({ fatherId, motherId }: ArchivedBreedingRecord, ids: Ids, kin: ReadonlyMap<string, Kin>): boolean {
  const [father, mother] = [kin.get(ids.of(fatherId)), kin.get(ids.of(motherId))];
  return father !== undefined && mother !== undefined && whyNotPair({ father, mother }) === undefined;
}

/** Young whose parents here are still those of the record. */
function youngRows(
  breedingId: string,
  ids: Ids,
  { offspringIds, motherId, fatherId }: ArchivedBreedingRecord,
  parents: ReadonlyMap<string, Parents>,
): Omit<Insertable<Database['breeding_offspring']>, 'farm_id'>[] {
  const pair = { motherId: ids.of(motherId), fatherId: ids.of(fatherId) };
  const fitting = offspringIds.map((id) => ids.of(id)).filter((id) => sharesParent(parents.get(id) ?? unknown, pair));
  return fitting.map((animalId, index) => ({ breeding_id: breedingId, position: index + 1, animal_id: animalId }));
}

const unknown: Parents = { motherId: null, fatherId: null };
