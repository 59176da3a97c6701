import { type ListName, listNames, type RecordKind } from '#domain/records/kinds.ts';
import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedLists } from '#contract/archive.ts';
import { isBeforeBirth } from '#domain/records/births.ts';
import { validateParentsBorn, validatePair, type ParentIds } from '#domain/records/breeding.ts';
import { asJournalEvent } from '#domain/journal/complete-event.ts';
import { ownFieldOf } from '#domain/journal/own-events.ts';
import { validateParent, parentRoles, type PedigreeAnimal } from '#domain/records/parentage.ts';
import { type NewTagRow, countTags, insertAnimalTags } from '#server/animal-tags/animal-tags.queries.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { type Act, logCreated, recordKinds } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { addWithoutStates } from '#server/journal/change-journal.ts';
import type { NewEventRow } from '#server/journal/journal.queries.ts';
import { eventsOfNewAnimals } from '#server/journal/own-fields.ts';
import { readNamesInUse } from '#server/farm-lists/farm-lists.queries.ts';
import { hasUniqueNames } from '#server/farm-lists/farm-lists.service.ts';
import { listPedigreeAnimals } from './archive.queries.ts';
import {
  toAnimalRow,
  toBreedingRow,
  toCheckupEvent,
  toEntryRows,
  toEvent,
  toListingRows,
  toOffspringRows,
  toPaperRow,
  withOwnReferences,
  type IdMapping,
  type RecordIds,
  toTagRow,
} from './archived-rows.ts';
import type { FarmRecords } from './read-records.ts';
import { listPaperNumbers, type NewPaperRow, paperNumberKey } from '#server/papers/papers.queries.ts';
import { Problem } from '#server/problem.ts';
import { maxTagsPerAnimal } from '#domain/records/animal-tags.ts';
import { countsAgainstCap } from '#server/animals/animal-cap.ts';
import { listEidHolders } from '#server/journal/eids-in-use.queries.ts';

export interface Plan {
  readonly missing: Omit<FarmRecords, 'head' | 'leftOut'>;
  readonly ids: RecordIds;
  readonly needsLogo: boolean;
  readonly needsPlan: boolean;
}

interface Writing {
  readonly act: Act;
  readonly now: Date;
  /** The stored pictures, by their names in the archive. */
  readonly photos: ReadonlyMap<string, string>;
  /** Runs a part of the writes in a transaction; a preview skips it. */
  readonly write: (part: (tx: Tx) => Promise<void>) => Promise<void>;
}

export interface Written extends Readonly<
  Record<'droppedLinks' | 'beforeBirth' | 'healthAdded' | 'breedingAdded' | 'tagsAdded' | 'eventsAdded', number>
> {
  /** Not inserted yet, because papers could not be taken back. */
  readonly papers: readonly NewPaperRow[];
}

export async function writeRecords(
  db: Db,
  records: FarmRecords,
  { missing, ids }: Plan,
  { act, now, photos, write }: Writing,
): Promise<Written> {
  const { farmId } = act;
  const { animals: animalIds, breedingRecords: breedingIds } = ids;
  const changedAnimals = new Set<string>();
  const log = (kind: RecordKind, rows: readonly { readonly id: string }[]) => write((tx) => logCreated(tx, act, now, kind, rows));
  const addEvents = async (events: readonly NewEventRow[]): Promise<void> => {
    for (const { animalId } of events) changedAnimals.add(animalId);
    await write((tx) => addWithoutStates(tx, act, events, now.toISOString()));
  };
  let droppedLinks = 0;
  let beforeBirth = 0;
  const urlOf = (photo: string | null): string | null => (photo === null ? null : (photos.get(photo) ?? null));

  for (const table of listNames) {
    if (missing[table].length === 0) continue;
    const taken = hasUniqueNames(table) ? new Set((await readNamesInUse(db, farmId, table)).keys()) : undefined;
    for (const entries of slicesOf<ArchivedLists[ListName][number]>(missing[table], longRecordsAtOnce)) {
      const own = entries.map((entry) => withOwnReferences(ids, table, entry, urlOf));
      const rows = toEntryRows(ids[table], own, taken);
      await write((tx) => insertRows(tx, farmId, table, rows));
      await log(recordKinds[table], rows);
    }
  }

  // Existing animals may have changed since the archive was made.
  const herd = new Map<string, PedigreeAnimal & ParentIds>();
  for (const batch of slicesOf(records.animals.filter(({ id }) => animalIds.exists(id)))) {
    const known = batch.map(({ id }) => animalIds.of(id));
    for (const { id, ...kin } of await listPedigreeAnimals(db, farmId, known)) herd.set(id, kin);
  }

  const ownFieldsOf = Map.groupBy(
    missing.events.filter(({ voidedAt }) => voidedAt === null),
    ({ animalId }) => animalIds.of(animalId),
  );
  const isArchived = (event: NewEventRow): boolean =>
    ownFieldsOf.get(event.animalId)?.some((other) => ownFieldOf(other) === ownFieldOf(asJournalEvent(event))) ?? false;
  for (const batch of slicesOf(missing.animals)) {
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
    await write(async (tx) => {
      await insertRows(tx, farmId, 'animals', rows);
      await insertListings(tx, farmId, batch, animalIds, urlOf);
    });
    await log('animal', rows);
    await addEvents(eventsOfNewAnimals(rows).filter((event) => !isArchived(event)));
  }

  const isBorn = (animalId: string, day: string): boolean => {
    const animal = herd.get(animalIds.of(animalId));
    return animal !== undefined && !isBeforeBirth(day, animal);
  };
  let healthAdded = 0;
  for (const batch of slicesOf(missing.healthRecords)) {
    const valid = batch.filter(({ animalId, date }) => isBorn(animalId, date));
    beforeBirth += batch.length - valid.length;
    await addEvents(valid.map((record) => toCheckupEvent(ids, record)));
    healthAdded += valid.length;
  }

  let breedingAdded = 0;
  const leftOutBreeding = new Set<string>();
  for (const batch of slicesOf(missing.breedingRecords)) {
    const pairs = batch.filter((record) => isValidPair(record, animalIds, herd));
    droppedLinks += batch.length - pairs.length;
    const valid = pairs.filter((record) => !isBeforeBirthOfParents(record, animalIds, herd));
    beforeBirth += pairs.length - valid.length;
    const rows = valid.map((record) => toBreedingRow(breedingIds.of(record.id), animalIds, record));
    const offspring = valid.flatMap((record) => toOffspringRows(breedingIds.of(record.id), animalIds, record, herd));
    droppedLinks += valid.reduce((sum, { offspringIds }) => sum + offspringIds.length, 0) - offspring.length;
    await write(async (tx) => {
      await insertRows(tx, farmId, 'breeding_records', rows);
      await insertRows(tx, farmId, 'breeding_offspring', offspring);
    });
    await log('breedingRecord', rows);
    breedingAdded += valid.length;
    for (const { id } of new Set(batch).difference(new Set(valid))) leftOutBreeding.add(id);
  }

  const tagsAdded = await writeTags(db, farmId, records.animals, { missing: missing.animalTags, ids }, async (rows) => {
    await write(async (tx) => {
      if (!(await insertAnimalTags(tx, farmId, rows))) throw new Problem('create.conflict');
    });
    await log('animalTag', rows);
  });

  let eventsAdded = 0;
  for (const batch of slicesOf(missing.events)) {
    const valid = batch.filter(({ animalId, day }) => isBorn(animalId, day));
    beforeBirth += batch.length - valid.length;
    await addEvents(
      valid.map((event) => {
        const isOfNone = event.kind === 'birth' && leftOutBreeding.has(event.breedingId ?? '');
        return toEvent(ids, isOfNone ? { ...event, breedingId: null } : event, urlOf);
      }),
    );
    eventsAdded += valid.length;
  }
  const issued = new Set(missing.papers.length === 0 ? [] : await listPaperNumbers(db, farmId));
  const papers = missing.papers.map((paper) => {
    const key = paperNumberKey({ ...paper, year: Number(paper.day.slice(0, 4)) });
    const isTaken = issued.has(key);
    if (!paper.isReceived) issued.add(key);
    return toPaperRow(ids, paper, isTaken);
  });
  for (const slice of slicesOf([...changedAnimals])) await write((tx) => foldStates(tx, farmId, slice));
  return { droppedLinks, beforeBirth, healthAdded, breedingAdded, tagsAdded, eventsAdded, papers };
}

/** Each worklist or exposure may name hundreds of animals or thousands. */
const longRecordsAtOnce = 10;

async function insertListings(
  tx: Tx,
  farmId: FarmId,
  animals: readonly ArchivedAnimal[],
  ids: IdMapping,
  urlOf: (photo: string) => string | null,
): Promise<void> {
  const rows = animals.map((animal) => toListingRows(ids.of(animal.id), animal, urlOf));
  await insertRows(
    tx,
    farmId,
    'listing_details',
    rows.flatMap(({ details }) => details),
  );
  await insertRows(
    tx,
    farmId,
    'listing_photos',
    rows.flatMap(({ photos }) => photos),
  );
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

/** Leaves out EIDs that another present animal has in use, and numbers beyond an animal's limit. Resolves with the number of written tags. */
async function writeTags(
  db: Db,
  farmId: FarmId,
  animals: FarmRecords['animals'],
  { missing, ids }: { readonly missing: FarmRecords['animalTags']; readonly ids: RecordIds },
  insert: (rows: readonly NewTagRow[]) => Promise<void>,
): Promise<number> {
  // An existing animal may have returned to the farm since the archive was made.
  const present = new Set(
    animals.flatMap((animal) => (countsAgainstCap(animal) || ids.animals.exists(animal.id) ? ids.animals.of(animal.id) : [])),
  );
  const inUse = new Set<string>();
  const counts = new Map<string, number>();
  let added = 0;
  for (const slice of slicesOf(missing)) {
    const rows = slice.map((tag) => toTagRow(ids, tag));
    const numbers = rows.map((row) => row.number_key);
    for (const { eid } of await listEidHolders(db, farmId, numbers)) inUse.add(eid);
    const others = rows.map((row) => row.animal_id).filter((id) => !counts.has(id));
    for (const { animalId, tags } of await countTags(db, farmId, others)) counts.set(animalId, tags);
    const valid = rows.filter((row) => {
      const count = counts.get(row.animal_id) ?? 0;
      const isInUse = row.kind === 'eid' && row.to_day === null && present.has(row.animal_id);
      if (count >= maxTagsPerAnimal || (isInUse && inUse.has(row.number_key))) return false;
      counts.set(row.animal_id, count + 1);
      if (isInUse) inUse.add(row.number_key);
      return true;
    });
    await insert(valid);
    added += valid.length;
  }
  return added;
}
