import { createHash } from 'node:crypto';
import type { ArchivedAnimal, ArchivedBreedingRecord, Arrival } from '#contract/archive.ts';
import { isBeforeBirth } from '#domain/animals.ts';
import { validateParentsBorn, validatePair, type ParentIds } from '#domain/breeding.ts';
import { validateParent, parentRoles, type PedigreeAnimal } from '#domain/parentage.ts';
import { countsAgainstCap, ensureRoomFor } from '#server/animals/animal-cap.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import { changed, created, logChanges, type RecordKind } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { addToJournal } from '#server/journal/change-journal.ts';
import type { NewEvent } from '#server/journal/journal.queries.ts';
import { eventsOfNewAnimals } from '#server/journal/own-fields.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { inFarmTransaction, inSnapshot, pause, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/files/files.service.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { FileOnDisk } from '#server/http/file-on-disk.ts';
import type { InFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import {
  fillInFarm,
  fillInPerson,
  listForeignIds,
  listPedigreeAnimals,
  listOwnIds,
  readFarm,
  type ArchivedTable,
} from './archive.queries.ts';
import { toAnimalRow, toBreedingRow, toCheckupEvent, toOffspringRows, type IdMapping } from './archived-rows.ts';
import { readRecordsInWorker } from './read-records-in-worker.ts';
import type { FarmRecords } from './read-records.ts';
import { openZip, type OpenZip } from './open-zip.ts';

type Needs = Pick<Deps, 'db' | 'pictures' | 'now' | 'limits'>;

const perHour = { hits: 20, seconds: 3600 };
const tooOften = 'You have brought in many files in the last hour. Wait a while and try again.';

/** All or nothing; records that the farm has, by id, stay unchanged. */
export async function importArchive(deps: Needs, person: InFarm, { path }: FileOnDisk): Promise<Arrival> {
  const { farmId, by } = person;
  await deps.limits.hit(`archive:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readRecordsInWorker(path, deps.now());
  const { missing, needsLogo } = await inSnapshot(deps.db, (tx) => planImport(tx, farmId, records));
  const photos = await importPhotos(deps, farmId, zip, [
    ...missing.animals.map(({ photo }) => photo),
    needsLogo ? records.head.farm.logo : null,
  ]);
  currentCaller()?.signal.throwIfAborted();
  const now = deps.now();
  return inFarmTransaction(deps.db, farmId, async (tx) => {
    const plan = await planImport(tx, farmId, records);
    const { name, address, logo } = records.head.farm;
    const logoUrl = logo === null ? null : (photos.urls.get(logo) ?? null);
    const before = await readFarm(tx, farmId);
    await fillInFarm(tx, farmId, { name, address, logo_url: logoUrl });
    const filled = {
      farmName: before.name ?? name,
      address: before.address ?? address,
      logoUrl: before.logoUrl ?? logoUrl,
    };
    await logChanges(tx, person, now, changed('farm', farmId, { ...before, farmName: before.name }, filled));
    const [owner] = records.head.people;
    if (owner) await fillInPerson(tx, farmId, by.user, owner);
    const at = now.toISOString();
    const written = await write(tx, farmId, records, plan, {
      photos: photos.urls,
      insert: (table, rows) => insertRows(tx, farmId, table, rows),
      addEvents: (events) => addToJournal(tx, person, events, at),
      log: (kind, rows) =>
        logChanges(
          tx,
          person,
          now,
          rows.map(({ id }) => created(kind, id)),
        ),
    });
    return toArrival(records, plan, written, { added: photos.urls.size, leftOut: photos.leftOut });
  });
}

export async function previewArchive(deps: Needs, farmId: FarmId, { path }: FileOnDisk): Promise<Arrival> {
  await deps.limits.hit(`archive-look:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readRecordsInWorker(path, deps.now());
  return inSnapshot(deps.db, async (tx) => {
    const plan = await planImport(tx, farmId, records);
    const written = await write(tx, farmId, records, plan, {
      photos: new Map(),
      insert: async () => {},
      addEvents: async () => {},
      log: async () => {},
    });
    const named = new Set([...plan.missing.animals.map(({ photo }) => photo), plan.needsLogo ? records.head.farm.logo : null]);
    named.delete(null);
    const added = [...named].filter((name) => name !== null && zip.has(name)).length;
    return toArrival(records, plan, written, { added, leftOut: named.size - added });
  });
}

const toArrival = (
  records: FarmRecords,
  { missing }: Plan,
  written: WriteCounts,
  photos: { added: number; leftOut: number },
): Arrival => {
  const countsOf = (kind: keyof Plan['missing'], added: number) => ({
    added,
    alreadyThere: records[kind].length - missing[kind].length,
  });
  return {
    animals: countsOf('animals', missing.animals.length),
    healthRecords: countsOf('healthRecords', written.healthAdded),
    breedingRecords: countsOf('breedingRecords', written.breedingAdded),
    photosAdded: photos.added,
    photosLeftOut: photos.leftOut,
    recordsLeftOut: records.leftOut + written.droppedLinks,
    recordsBeforeBirth: written.beforeBirth,
    offered: missing.animals.filter(isListed).length,
  };
};

const isListed = ({ status, forSale, salePriceCents, isReference }: ArchivedAnimal): boolean =>
  status === 'active' && forSale && salePriceCents !== null && !isReference;

interface Plan {
  readonly missing: Pick<FarmRecords, 'animals' | 'healthRecords' | 'breedingRecords'>;
  readonly animalIds: IdMapping;
  readonly healthIds: IdMapping;
  readonly breedingIds: IdMapping;
  readonly needsLogo: boolean;
}

async function planImport(tx: Tx, farmId: FarmId, { animals, healthRecords, breedingRecords }: FarmRecords): Promise<Plan> {
  const animalIds = await mapIds(tx, farmId, 'animals', animals);
  const healthIds = await mapIds(tx, farmId, 'events', healthRecords);
  const breedingIds = await mapIds(tx, farmId, 'breeding_records', breedingRecords);
  const missing = {
    animals: animals.filter(({ id }) => !animalIds.exists(id)),
    healthRecords: healthRecords.filter(({ id }) => !healthIds.exists(id)),
    breedingRecords: breedingRecords.filter(({ id }) => !breedingIds.exists(id)),
  };
  await ensureRoomForArchive(tx, farmId, missing);
  const { logoUrl } = await readFarm(tx, farmId);
  return { missing, animalIds, healthIds, breedingIds, needsLogo: logoUrl === null };
}

async function ensureRoomForArchive(tx: Tx, farmId: FarmId, missing: Plan['missing']): Promise<void> {
  const adding = {
    active: missing.animals.filter(countsAgainstCap).length,
    animals: missing.animals.length,
    events: missing.healthRecords.length + missing.breedingRecords.length,
  };
  await ensureRoomFor(tx, farmId, adding).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const contents =
      error.code === 'plan.limit_reached' ? `${adding.active} more` : `${adding.animals} animals and ${adding.events} records`;
    throw new Problem(error.code, { message: `${error.message} This file brings ${contents}. Nothing was brought in.` });
  });
}

/**
 * An id is kept if it is free. If it belongs to another farm, the record gets an id derived from the farm and the original id.
 */
async function mapIds(tx: Tx, farmId: FarmId, table: ArchivedTable, list: readonly { id: string }[]): Promise<IdMapping> {
  const mapped = new Map<string, string>();
  const existing = new Set<string>();
  for await (const batch of batchesOf(tx, list)) {
    const ids = batch.map(({ id }) => id);
    const own = new Set(await listOwnIds(tx, farmId, table, ids));
    const others = ids.filter((id) => !own.has(id));
    for (const id of await listForeignIds(tx, farmId, table, others)) mapped.set(id, deriveId(farmId, id));
    // An id that was mapped in an earlier import may be free by now, but the record exists under the mapped one.
    const substitutes = new Map(others.map((id) => [deriveId(farmId, id), id]));
    for (const substitute of await listOwnIds(tx, farmId, table, [...substitutes.keys()])) {
      const id = substitutes.get(substitute) ?? '';
      mapped.set(id, substitute);
      own.add(id);
    }
    for (const id of own) existing.add(id);
  }
  return { of: (id) => mapped.get(id) ?? id, exists: (id) => existing.has(id) };
}

/** A UUID of version 8 (RFC 9562), derived from the farm and the id so that no other farm gets it. */
function deriveId(farmId: FarmId, id: string): string {
  const hex = createHash('sha256').update(farmId).update(id).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function importPhotos(
  deps: Needs,
  farmId: FarmId,
  zip: OpenZip,
  names: readonly (string | null)[],
): Promise<{ urls: Map<string, string>; leftOut: number }> {
  const urls = new Map<string, string>();
  let leftOut = 0;
  for (const name of new Set(names)) {
    if (name === null) continue;
    currentCaller()?.signal.throwIfAborted();
    const url = zip.has(name)
      ? await zip
          .read(name)
          .then((bytes) => storePicture(deps, farmId, bytes))
          .catch(ignoreDefectivePhoto)
      : undefined;
    if (url === undefined) leftOut += 1;
    else urls.set(name, url);
  }
  return { urls, leftOut };
}

/** A defective photo must not prevent the import of the records, but an error of the server must. */
function ignoreDefectivePhoto(error: unknown): undefined {
  if (error instanceof Problem && error.status < 500) return undefined;
  throw error;
}

/** What a preview leaves out. */
interface Writes {
  readonly photos: ReadonlyMap<string, string>;
  readonly insert: <T extends Parameters<typeof insertRows>[2]>(
    table: T,
    rows: Parameters<typeof insertRows<T>>[3],
  ) => Promise<void>;
  readonly addEvents: (events: readonly NewEvent[]) => Promise<void>;
  readonly log: (kind: RecordKind, rows: readonly { readonly id: string }[]) => Promise<void>;
}

type WriteCounts = Readonly<Record<'droppedLinks' | 'beforeBirth' | 'healthAdded' | 'breedingAdded', number>>;

async function write(
  tx: Tx,
  farmId: FarmId,
  records: FarmRecords,
  { missing, animalIds, healthIds, breedingIds }: Plan,
  { photos, insert, addEvents, log }: Writes,
): Promise<WriteCounts> {
  let droppedLinks = 0;
  let beforeBirth = 0;
  const urlOf = (photo: string | null): string | null => (photo === null ? null : (photos.get(photo) ?? null));

  // Existing animals may have changed since the archive was made.
  const herd = new Map<string, PedigreeAnimal & ParentIds>();
  for await (const batch of batchesOf(
    tx,
    records.animals.filter(({ id }) => animalIds.exists(id)),
  )) {
    const ids = batch.map(({ id }) => animalIds.of(id));
    for (const { id, ...kin } of await listPedigreeAnimals(tx, farmId, ids)) herd.set(id, kin);
  }

  for await (const batch of batchesOf(tx, missing.animals)) {
    const rows = batch.map((animal): NewAnimalRow => {
      const [motherId = null, fatherId = null] = parentRoles.map((role) => {
        const id = animal[`${role}Id`];
        const parentId = id === null ? null : animalIds.of(id);
        const parent = parentId === null ? undefined : herd.get(parentId);
        if (parentId === null || (parent && !validateParent(role, parent, animal))) return parentId;
        droppedLinks += 1;
        return null;
      });
      const { sex, species, birthDate, birthYear } = animal;
      herd.set(animalIds.of(animal.id), { sex, species, birthDate, birthYear, motherId, fatherId });
      return toAnimalRow(animalIds.of(animal.id), animal, { motherId, fatherId }, urlOf(animal.photo));
    });
    await insert('animals', rows);
    await log('animal', rows);
    await addEvents(eventsOfNewAnimals(rows));
  }

  let healthAdded = 0;
  for await (const batch of batchesOf(tx, missing.healthRecords)) {
    const valid = batch.filter(({ animalId, date }) => {
      const animal = herd.get(animalIds.of(animalId));
      return animal && !isBeforeBirth(date, animal);
    });
    beforeBirth += batch.length - valid.length;
    const rows = valid.map((record) => toCheckupEvent(healthIds.of(record.id), animalIds.of(record.animalId), record));
    await addEvents(rows);
    healthAdded += valid.length;
  }

  let breedingAdded = 0;
  for await (const batch of batchesOf(tx, missing.breedingRecords)) {
    const pairs = batch.filter((record) => isValidPair(record, animalIds, herd));
    droppedLinks += batch.length - pairs.length;
    const valid = pairs.filter((record) => !isBeforeBirthOfParents(record, animalIds, herd));
    beforeBirth += pairs.length - valid.length;
    const rows = valid.map((record) => toBreedingRow(breedingIds.of(record.id), animalIds, record));
    await insert('breeding_records', rows);
    const offspring = valid.flatMap((record) => toOffspringRows(breedingIds.of(record.id), animalIds, record, herd));
    droppedLinks += valid.reduce((sum, { offspringIds }) => sum + offspringIds.length, 0) - offspring.length;
    await insert('breeding_offspring', offspring);
    await log('breedingRecord', rows);
    breedingAdded += valid.length;
  }
  return { droppedLinks, beforeBirth, healthAdded, breedingAdded };
}

async function* batchesOf<T>(tx: Tx, list: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < list.length; start += 200) {
    yield list.slice(start, start + 200);
    await pause(tx);
  }
}

type PairOf = Pick<ArchivedBreedingRecord, 'fatherId' | 'motherId' | 'breedingDate'>;

const pairOf = ({ fatherId, motherId }: PairOf, ids: IdMapping, animals: ReadonlyMap<string, PedigreeAnimal>) => {
  const [father, mother] = [animals.get(ids.of(fatherId)), animals.get(ids.of(motherId))];
  return father && mother && { father, mother };
};

function isValidPair(record: PairOf, ids: IdMapping, animals: ReadonlyMap<string, PedigreeAnimal>): boolean {
  const pair = pairOf(record, ids, animals);
  return pair !== undefined && validatePair(pair) === undefined;
}

/** Earlier versions accepted such matings, so archives may contain them. */
function isBeforeBirthOfParents(record: PairOf, ids: IdMapping, animals: ReadonlyMap<string, PedigreeAnimal>): boolean {
  const pair = pairOf(record, ids, animals);
  return pair !== undefined && validateParentsBorn(pair, record.breedingDate) !== undefined;
}
