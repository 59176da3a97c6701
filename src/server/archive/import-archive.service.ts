import { type ListName, listNames, perList } from '#domain/records/kinds.ts';
import { createHash } from 'node:crypto';
import { UUID } from 'uuidv7';
import type { ArchivedAnimal, Arrival } from '#contract/archive.ts';
import { countsAgainstCap, ensureRoomFor } from '#server/animals/animal-cap.ts';
import { changed, logChanges, readRevision } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Filling } from '#server/db/filling.ts';
import { relistFarm } from '#server/db/listings.ts';
import { countEntries } from '#server/farm-lists/farm-lists.queries.ts';
import { ensureRoomIn } from '#server/farm-lists/farm-lists.service.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { inSnapshot, type Tx } from '#server/db/transaction.ts';
import { fillFarm, untilAsPlanned } from '#server/db/fill-farm.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Deps } from '#server/deps.ts';
import { storePicture } from '#server/files/files.service.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { FileOnDisk } from '#server/http/file-on-disk.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { pictureSize } from '#domain/values/pictures.ts';
import { eventsPerAnimal, maxAnimalRecords } from '#domain/accounts/plans.ts';
import { readCounts, readFarmPlan } from '#server/plans/plans.queries.ts';
import { Problem } from '#server/problem.ts';
import {
  addMissingHelpers,
  fillInFarm,
  fillInPerson,
  listForeignIds,
  listOwnIds,
  readFarm,
  type ArchivedTable,
} from './archive.queries.ts';
import type { IdMapping } from './archived-rows.ts';
import { fillInSettings } from './farm-settings.ts';
import { readRecordsInWorker } from './read-records-in-worker.ts';
import type { FarmRecords } from './read-records.ts';
import { openZip, type OpenZip } from './open-zip.ts';
import { takeBackArchive } from './take-back.ts';
import { writeRecords, type Plan, type Written } from './write-records.ts';

type Needs = Pick<Deps, 'db' | 'pictures' | 'now' | 'limits'>;

const perHour = { hits: 20, seconds: 3600 };
const tooOften = 'You have imported many files in the last hour. Wait a while and try again.';

/** All or nothing (db/fill-farm.ts); records that the farm has, by id, stay unchanged. */
export async function importArchive(deps: Needs, person: PersonInFarm, { path }: FileOnDisk): Promise<Arrival> {
  const { farmId } = person;
  await deps.limits.hit(`archive:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readArchive(deps, farmId, path);
  const firstPlan = await inSnapshot(deps.db, (tx) => planImport(tx, farmId, records));
  const photos = await importPhotos(deps, farmId, zip, photosOf(records, firstPlan));
  currentCaller()?.signal.throwIfAborted();
  return untilAsPlanned(deps.db, farmId, (held) => writeArchive(deps, person, records, photos, held));
}

interface Photos {
  readonly urls: ReadonlyMap<string, string>;
  readonly leftOut: number;
}

async function writeArchive(
  { db, now }: Needs,
  person: PersonInFarm,
  records: FarmRecords,
  photos: Photos,
  held?: Filling,
): Promise<Arrival> {
  const { farmId } = person;
  const moment = now();
  const { plan, revision } = await inSnapshot(db, async (tx) => ({
    plan: await planImport(tx, farmId, records),
    revision: await readRevision(tx, farmId),
  }));
  let written: Written | undefined;
  return fillFarm(db, farmId, {
    kind: 'archive',
    rows: Object.values(plan.missing).reduce((sum, { length }) => sum + length, 0),
    plannedAt: held ?? revision,
    begin: (tx) => ensureRoomForArchive(tx, farmId, plan.missing, thisFile),
    write: async (part, reader) => {
      written = await writeRecords(reader, records, plan, { act: person, now: moment, photos: photos.urls, write: part });
    },
    // Changes of the farm itself and papers, by which a part of the archive could not be taken back.
    end: async (tx) => {
      if (!written) throw new Error('The records were not written.');
      await insertRows(tx, farmId, 'papers', written.papers);
      await fillInOwn(tx, person, moment, records, photos.urls);
      return toArrival(records, plan, written, { added: photos.urls.size, leftOut: photos.leftOut });
    },
    takeBack: (filling) => takeBackArchive(db, farmId, filling),
  });
}

async function fillInOwn(tx: Tx, person: PersonInFarm, now: Date, { head }: FarmRecords, photos: Photos['urls']): Promise<void> {
  const { farmId, by } = person;
  const { name, address, logo, plan: planName } = head.farm;
  const urlOf = (photo: string | null) => (photo === null ? null : (photos.get(photo) ?? null));
  const [logoUrl, planPicture] = [urlOf(logo), urlOf(planName)];
  const before = await readFarm(tx, farmId);
  await fillInFarm(tx, farmId, { name, address, logo_url: logoUrl, plan_picture: planPicture });
  const filled = {
    farmName: before.name ?? name,
    address: before.address ?? address,
    logoUrl: before.logoUrl ?? logoUrl,
    planPicture: before.planPicture ?? planPicture,
  };
  const settings = head.settings && (await fillInSettings(tx, farmId, head.settings));
  const known = { ...before, farmName: before.name, ...settings?.before };
  await logChanges(tx, person, now, changed('farm', farmId, known, { ...filled, ...settings?.after }));
  await relistFarm(tx, farmId);
  const [owner] = head.people;
  if (owner) await fillInPerson(tx, farmId, by.user, owner);
  await addMissingHelpers(
    tx,
    farmId,
    head.helpers.map((helper) => helper.name),
  );
}

async function readArchive({ db, now }: Needs, farmId: FarmId, path: string): Promise<FarmRecords> {
  const { limit } = await readFarmPlan(db, farmId);
  const kept = { limit, ...(await readCounts(db, farmId)) };
  return readRecordsInWorker(path, now(), (counts) => ensureCouldFit(kept, counts));
}

/** Refuses what the farm could not keep even if it had all of these records already. */
function ensureCouldFit(kept: { limit: number; animals: number; events: number }, counts: ReadonlyMap<string, number>): void {
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const animals = countOf('animals');
  const events = countOf('healthRecords') + countOf('breedingRecords') + countOf('events');
  const maxAnimals = Math.max(maxAnimalRecords(kept.limit), kept.animals);
  const maxEvents = Math.max((kept.animals + animals) * eventsPerAnimal, kept.events);
  for (const table of listNames) ensureRoomIn(table, countOf(table));
  if (animals <= maxAnimals && events <= maxEvents) return;
  throw new Problem('farm.full', {
    message: `This file has ${animals} animals and ${events} records, more than your farm can keep. Nothing was imported.`,
  });
}

export async function previewArchive(deps: Needs, person: PersonInFarm, { path }: FileOnDisk): Promise<Arrival> {
  const { farmId } = person;
  await deps.limits.hit(`archive-look:${farmId}`, perHour, tooOften);
  await using zip = await openZip(path);
  const records = await readArchive(deps, farmId, path);
  return inSnapshot(deps.db, async (tx) => {
    const plan = await planImport(tx, farmId, records);
    const preview = { act: person, now: deps.now(), photos: new Map(), write: async () => {} };
    const written = await writeRecords(tx, records, plan, preview);
    const named = new Set(photosOf(records, plan));
    const added = [...named].filter((name) => zip.has(name)).length;
    return toArrival(records, plan, written, { added, leftOut: named.size - added });
  });
}

const photosOf = (
  { head }: FarmRecords,
  { missing, needsLogo, needsPlan }: Pick<Plan, 'missing' | 'needsLogo' | 'needsPlan'>,
): string[] =>
  [
    ...missing.animals.flatMap(({ photo, listing }) => [photo, ...(listing?.photos ?? [])]),
    ...missing.events.map((event) => (event.kind === 'note' ? event.photo : null)),
    ...missing.products.map(({ photo }) => photo),
    needsLogo ? head.farm.logo : null,
    needsPlan ? head.farm.plan : null,
  ].filter((name) => name !== null);

const toArrival = (
  records: FarmRecords,
  { missing }: Plan,
  written: Written,
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
    animalTags: countsOf('animalTags', written.tagsAdded),
    events: countsOf('events', written.eventsAdded),
    ...perList((list) => countsOf(list, missing[list].length)),
    papers: countsOf('papers', missing.papers.length),
    photosAdded: photos.added,
    photosLeftOut: photos.leftOut,
    recordsLeftOut: records.leftOut + written.droppedLinks,
    recordsBeforeBirth: written.beforeBirth,
    animalTagsLeftOut: missing.animalTags.length - written.tagsAdded,
    offered: missing.animals.filter(isListed).length,
  };
};

const isListed = ({ status, forSale, salePriceCents, isReference }: ArchivedAnimal): boolean =>
  status === 'active' && forSale && salePriceCents !== null && !isReference;

const thisFile = 'This file';

type Collection = keyof Plan['missing'];

/** Two collections may be stored in one table. */
const tableOf: Readonly<Record<Collection, ArchivedTable>> = {
  animals: 'animals',
  healthRecords: 'events',
  breedingRecords: 'breeding_records',
  animalTags: 'animal_tags',
  events: 'events',
  ...(perList((list) => list) as Record<ListName, ListName>),
  papers: 'papers',
};

/** `source` is named in the error message. */
export async function planImport(tx: Tx, farmId: FarmId, records: FarmRecords, source = thisFile): Promise<Plan> {
  const ids = {} as Record<Collection, IdMapping>;
  const missing: Partial<Record<Collection, readonly { id: string }[]>> = {};
  for (const [table, collections] of Map.groupBy(Object.keys(tableOf) as Collection[], (collection) => tableOf[collection])) {
    const listed = collections.flatMap((collection): readonly { id: string }[] => records[collection]);
    const mapping = await mapIds(tx, farmId, records.head.farm.id, table, listed);
    for (const collection of collections) {
      ids[collection] = mapping;
      missing[collection] = records[collection].filter(({ id }) => !mapping.exists(id));
    }
  }
  const plan = { missing: missing as Plan['missing'], ids };
  await ensureRoomForArchive(tx, farmId, plan.missing, source);
  const { logoUrl, planPicture } = await readFarm(tx, farmId);
  return { ...plan, needsLogo: logoUrl === null, needsPlan: planPicture === null };
}

async function ensureRoomForArchive(tx: Tx, farmId: FarmId, missing: Plan['missing'], source: string): Promise<void> {
  const adding = {
    active: missing.animals.filter(countsAgainstCap).length,
    animals: missing.animals.length,
    events: missing.healthRecords.length + missing.breedingRecords.length + missing.events.length,
  };
  for (const table of listNames) {
    const added: readonly object[] = missing[table];
    if (added.length === 0) continue;
    ensureRoomIn(table, (await countEntries(tx, farmId, table)) + added.length);
  }
  await ensureRoomFor(tx, farmId, adding).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    const contents =
      error.code === 'plan.limit_reached' ? `${adding.active} more` : `${adding.animals} animals and ${adding.events} records`;
    throw new Problem(error.code, { message: `${error.message} ${source} has ${contents}. Nothing was imported.` });
  });
}

/**
 * An id is kept if it is free. If it belongs to another farm, the record gets an id masked by this farm. A record that came from this farm to
 * the one that made the archive has an id masked by that one, and is recognised.
 */
async function mapIds(
  tx: Tx,
  farmId: FarmId,
  madeBy: string | null,
  table: ArchivedTable,
  list: readonly { id: string }[],
): Promise<IdMapping> {
  const mapped = new Map<string, string>();
  const existing = new Set<string>();
  for (const batch of slicesOf(list)) {
    const ids = batch.map(({ id }) => id);
    const own = new Set(await listOwnIds(tx, farmId, table, ids));
    const others = ids.filter((id) => !own.has(id));
    for (const id of await listForeignIds(tx, farmId, table, others)) mapped.set(id, maskedId(farmId, id));
    // An id that was mapped in an earlier import may be free by now, but the record exists under the mapped one.
    const substitutes = new Map(
      others.flatMap((id) => [maskedId(farmId, id), ...(madeBy === null ? [] : unmaskedIds(madeBy, id))].map((one) => [one, id])),
    );
    for (const substitute of await listOwnIds(tx, farmId, table, [...substitutes.keys()])) {
      const id = substitutes.get(substitute) ?? '';
      mapped.set(id, substitute);
      own.add(id);
    }
    for (const id of own) existing.add(id);
  }
  return { of: (id) => mapped.get(id) ?? id, exists: (id) => existing.has(id) };
}

/** A UUID of version 8 (RFC 9562): the id under a mask of the farm, so that no other farm gets it. */
export const maskedId = (farmId: string, id: string): string => underMask(farmId, id, 8);

/** What `maskedId` may have been given: it loses the version. */
const unmaskedIds = (farmId: string, id: string): string[] =>
  id.charAt(14) === '8' ? [4, 7, 8].map((version) => underMask(farmId, id, version)) : [];

function underMask(farmId: string, id: string, version: number): string {
  const mask = createHash('sha256').update(farmId).digest();
  const bytes = UUID.parse(id).bytes.map((byte, at) => byte ^ (mask[at] ?? 0));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return UUID.ofInner(bytes).toString();
}

async function importPhotos(
  deps: Needs,
  farmId: FarmId,
  zip: OpenZip,
  names: readonly string[],
): Promise<{ urls: Map<string, string>; leftOut: number }> {
  const urls = new Map<string, string>();
  let leftOut = 0;
  for (const name of new Set(names)) {
    currentCaller()?.signal.throwIfAborted();
    const url = zip.has(name)
      ? await zip
          .read(name)
          .then((bytes) => storePicture(deps, farmId, bytes, pictureSize))
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
