import { createHash } from 'node:crypto';
import type { ArchivedAnimal, ArchivedBreedingRecord, Arrival } from '#contract/archive.ts';
import { isBeforeBirth } from '#domain/animals.ts';
import { validateParentsBorn, validatePair, type ParentIds } from '#domain/breeding.ts';
import { validateParent, parentRoles, type PedigreeAnimal } from '#domain/parentage.ts';
import { countsAgainstCap, ensureRoomFor } from '#server/animals/animal-cap.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { inFarmTransaction, inSnapshot, pause, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { keepPicture } from '#server/files/files.service.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { FileOnDisk } from '#server/http/file-on-disk.ts';
import { Problem } from '#server/problem.ts';
import {
  completeFarm,
  completePerson,
  listForeignIds,
  listKin,
  listOwnIds,
  readFarm,
  type ArchivedTable,
} from './archive.queries.ts';
import { animalRow, breedingRow, healthRow, youngRows, type Ids } from './archived-rows.ts';
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
export async function bringArchive(deps: Needs, farmId: FarmId, userId: string, { path }: FileOnDisk): Promise<Arrival> {
  await deps.limits.hit(`archive:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readInThread(path, deps.now());
  // Whether there is room is known before anything is written.
  const { missing, needsLogo } = await inSnapshot(deps.db, (tx) => look(tx, farmId, records));
  const photos = await bringPhotos(deps, farmId, zip, [
    ...missing.animals.map(({ photo }) => photo),
    needsLogo ? records.head.farm.logo : null,
  ]);
  currentCaller()?.signal.throwIfAborted();
  return inFarmTransaction(deps.db, farmId, async (tx) => {
    const plan = await look(tx, farmId, records);
    const { name, address, logo } = records.head.farm;
    await completeFarm(tx, farmId, { name, address, logo_url: logo === null ? null : (photos.urls.get(logo) ?? null) });
    const [owner] = records.head.people;
    if (owner) await completePerson(tx, farmId, userId, owner);
    const written = await write(tx, farmId, records, plan, { photos: photos.urls, insert: insertRows });
    return arrivalOf(records, plan, written, { added: photos.urls.size, leftOut: photos.leftOut });
  });
}

/** What would come in; nothing is written. */
export async function lookAtArchive(deps: Needs, farmId: FarmId, { path }: FileOnDisk): Promise<Arrival> {
  await deps.limits.hit(`archive-look:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readInThread(path, deps.now());
  return inSnapshot(deps.db, async (tx) => {
    const plan = await look(tx, farmId, records);
    const written = await write(tx, farmId, records, plan, { photos: new Map(), insert: async () => {} });
    const named = new Set([...plan.missing.animals.map(({ photo }) => photo), plan.needsLogo ? records.head.farm.logo : null]);
    named.delete(null);
    const added = [...named].filter((name) => name !== null && zip.has(name)).length;
    return arrivalOf(records, plan, written, { added, leftOut: named.size - added });
  });
}

const arrivalOf = (
  records: FarmRecords,
  { missing }: Plan,
  written: Written,
  photos: { added: number; leftOut: number },
): Arrival => {
  const arrived = (kind: keyof Plan['missing'], added: number) => ({
    added,
    alreadyThere: records[kind].length - missing[kind].length,
  });
  return {
    animals: arrived('animals', missing.animals.length),
    healthRecords: arrived('healthRecords', written.healthAdded),
    breedingRecords: arrived('breedingRecords', written.breedingAdded),
    photosAdded: photos.added,
    photosLeftOut: photos.leftOut,
    recordsLeftOut: records.leftOut + written.links,
    recordsBeforeBirth: written.beforeBirth,
    offered: missing.animals.filter(isOffered).length,
  };
};

const isOffered = ({ status, forSale, salePriceCents, isReference }: ArchivedAnimal): boolean =>
  status === 'active' && forSale && salePriceCents !== null && !isReference;

/** What the farm lacks of the records, and under which ids they come. */
interface Plan {
  readonly missing: Pick<FarmRecords, 'animals' | 'healthRecords' | 'breedingRecords'>;
  readonly animalIds: Ids;
  readonly healthIds: Ids;
  readonly breedingIds: Ids;
  readonly needsLogo: boolean;
}

async function look(tx: Tx, farmId: FarmId, { animals, healthRecords, breedingRecords }: FarmRecords): Promise<Plan> {
  const animalIds = await findIds(tx, farmId, 'animals', animals);
  const healthIds = await findIds(tx, farmId, 'health_records', healthRecords);
  const breedingIds = await findIds(tx, farmId, 'breeding_records', breedingRecords);
  const missing = {
    animals: animals.filter(({ id }) => !animalIds.isThere(id)),
    healthRecords: healthRecords.filter(({ id }) => !healthIds.isThere(id)),
    breedingRecords: breedingRecords.filter(({ id }) => !breedingIds.isThere(id)),
  };
  await refuseWithoutRoom(tx, farmId, missing);
  const { logoUrl } = await readFarm(tx, farmId);
  return { missing, animalIds, healthIds, breedingIds, needsLogo: logoUrl === null };
}

async function refuseWithoutRoom(tx: Tx, farmId: FarmId, missing: Plan['missing']): Promise<void> {
  const adding = {
    active: missing.animals.filter(countsAgainstCap).length,
    animals: missing.animals.length,
    events: missing.healthRecords.length + missing.breedingRecords.length,
  };
  await ensureRoomFor(tx, farmId, adding).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const brings =
      error.code === 'plan.limit_reached' ? `${adding.active} more` : `${adding.animals} animals and ${adding.events} records`;
    throw new Problem(error.code, { message: `${error.message} This file brings ${brings}. Nothing was brought in.` });
  });
}

/** An id is kept where it is free. Where another farm has it, the record gets one that the same file always gets on this farm. */
async function findIds(tx: Tx, farmId: FarmId, table: ArchivedTable, list: readonly { id: string }[]): Promise<Ids> {
  const mapped = new Map<string, string>();
  const there = new Set<string>();
  for await (const batch of batchesOf(tx, list)) {
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
    // Nobody waits for the rest.
    currentCaller()?.signal.throwIfAborted();
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

type Written = Readonly<Record<'links' | 'beforeBirth' | 'healthAdded' | 'breedingAdded', number>>;

/** `insert` writes the rows, or only looks on. */
async function write(
  tx: Tx,
  farmId: FarmId,
  records: FarmRecords,
  { missing, animalIds, healthIds, breedingIds }: Plan,
  { photos, insert }: { photos: ReadonlyMap<string, string>; insert: typeof insertRows },
): Promise<Written> {
  let links = 0;
  let beforeBirth = 0;
  const urlOf = (photo: string | null): string | null => (photo === null ? null : (photos.get(photo) ?? null));

  // Animals that were there before may have changed since the archive was made.
  const herd = new Map<string, PedigreeAnimal & ParentIds>();
  for await (const batch of batchesOf(
    tx,
    records.animals.filter(({ id }) => animalIds.isThere(id)),
  )) {
    const ids = batch.map(({ id }) => animalIds.of(id));
    for (const { id, ...kin } of await listKin(tx, farmId, ids)) herd.set(id, kin);
  }

  // Parents come before their young.
  for await (const batch of batchesOf(tx, missing.animals)) {
    const rows = batch.map((animal): NewAnimalRow => {
      const [motherId = null, fatherId = null] = parentRoles.map((role) => {
        const id = animal[`${role}Id`];
        const parentId = id === null ? null : animalIds.of(id);
        const parent = parentId === null ? undefined : herd.get(parentId);
        if (parentId === null || (parent && !validateParent(role, parent, animal))) return parentId;
        links += 1;
        return null;
      });
      const { sex, species, birthDate, birthYear } = animal;
      herd.set(animalIds.of(animal.id), { sex, species, birthDate, birthYear, motherId, fatherId });
      return animalRow(animalIds.of(animal.id), animal, { motherId, fatherId }, urlOf(animal.photo));
    });
    await insert(tx, farmId, 'animals', rows);
  }

  let healthAdded = 0;
  for await (const batch of batchesOf(tx, missing.healthRecords)) {
    const fitting = batch.filter(({ animalId, date }) => {
      const animal = herd.get(animalIds.of(animalId));
      return animal && !isBeforeBirth(date, animal);
    });
    beforeBirth += batch.length - fitting.length;
    const rows = fitting.map((record) => healthRow(healthIds.of(record.id), animalIds.of(record.animalId), record));
    await insert(tx, farmId, 'health_records', rows);
    healthAdded += fitting.length;
  }

  let breedingAdded = 0;
  for await (const batch of batchesOf(tx, missing.breedingRecords)) {
    const pairs = batch.filter((record) => isStillPair(record, animalIds, herd));
    links += batch.length - pairs.length;
    const fitting = pairs.filter((record) => !isBeforeBirthOfPair(record, animalIds, herd));
    beforeBirth += pairs.length - fitting.length;
    const rows = fitting.map((record) => breedingRow(breedingIds.of(record.id), animalIds, record));
    await insert(tx, farmId, 'breeding_records', rows);
    const young = fitting.flatMap((record) => youngRows(breedingIds.of(record.id), animalIds, record, herd));
    links += fitting.reduce((sum, { offspringIds }) => sum + offspringIds.length, 0) - young.length;
    await insert(tx, farmId, 'breeding_offspring', young);
    breedingAdded += fitting.length;
  }
  return { links, beforeBirth, healthAdded, breedingAdded };
}

/** A few at a time: others are answered, and write, in between. */
async function* batchesOf<T>(tx: Tx, list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < list.length; start += 200) {
    yield list.slice(start, start + 200);
    await pause(tx);
  }
}

type PairOf = Pick<ArchivedBreedingRecord, 'fatherId' | 'motherId' | 'breedingDate'>;

const pairOf = ({ fatherId, motherId }: PairOf, ids: Ids, kin: ReadonlyMap<string, PedigreeAnimal>) => {
  const [father, mother] = [kin.get(ids.of(fatherId)), kin.get(ids.of(motherId))];
  return father && mother && { father, mother };
};

function isStillPair(record: PairOf, ids: Ids, kin: ReadonlyMap<string, PedigreeAnimal>): boolean {
  const pair = pairOf(record, ids, kin);
  return pair !== undefined && validatePair(pair) === undefined;
}

/** Earlier versions of the program took such matings: an old archive is brought in without them. */
function isBeforeBirthOfPair(record: PairOf, ids: Ids, kin: ReadonlyMap<string, PedigreeAnimal>): boolean {
  const pair = pairOf(record, ids, kin);
  return pair !== undefined && validateParentsBorn(pair, record.breedingDate) !== undefined;
}
