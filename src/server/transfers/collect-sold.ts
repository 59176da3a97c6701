import {
  archiveFormat,
  archiveVersion,
  type ArchivedAnimal,
  type ArchivedBreedingRecord,
  type ArchivedEvent,
  type ArchivedHealthRecord,
  type ArchivedPaper,
} from '#contract/archive.ts';
import type { FullPaper } from '#contract/papers.ts';
import { sortTopologically } from '#domain/values/topological-sort.ts';
import { uploadsPath } from '#domain/values/pictures.ts';
import { animalFields, type AnimalRecord } from '#domain/records/animal.ts';
import { animalTagFields } from '#domain/records/animal-tag.ts';
import { unsetValues } from '#domain/records/fields.ts';
import { perList } from '#domain/records/kinds.ts';
import {
  archivedRows,
  isArchivedAsEvent,
  readListings,
  toArchivedEvent,
  type EventRow,
} from '#server/archive/archive.queries.ts';
import { maskedId } from '#server/archive/import-archive.service.ts';
import type { FarmRecords } from '#server/archive/read-records.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageByDay } from '#server/db/in-batches.ts';
import { aliasesOf, animalColumns, breedingColumns } from '#server/db/record-columns.ts';
import { readSliced } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { toHealthRecord } from '#server/journal/checkups.ts';
import { issuedPapers } from '#server/papers/papers.queries.ts';
import { Problem } from '#server/problem.ts';
import { countEvents } from './transfers.queries.ts';
import { sharedCheckup, sharedEvent, sharedKinds, type Sharing } from './shared-events.ts';

export interface Sold {
  readonly records: FarmRecords;
  /** Maps the names of photos in the records to the seller's stored pictures. */
  readonly photos: ReadonlyMap<string, string>;
  readonly moved: readonly ArchivedAnimal[];
}

interface Wanted {
  readonly farmName: string | null;
  readonly withNotes: boolean;
}

const generations = 5;
/** The maximum of photos besides the covers, because each one is encoded again while the buyer waits. */
const maxGalleryPhotos = 200;
/** The maximum of journal entries that one transaction imports. */
const maxEntries = 30_000;

/** Throws unless it is a movement document that the farm has issued and not cancelled. */
export function ensureMovementDocument(paper: FullPaper | undefined): FullPaper {
  if (!paper) throw new Problem('papers.not_found');
  if (paper.kind !== 'movement' || paper.isReceived) {
    throw Problem.field('paperId', 'To transfer animals, your farm must first issue a movement document.');
  }
  if (paper.cancelledAt !== null) throw new Problem('transfers.changed');
  return paper;
}

/**
 * Collects what the buyer of the animals on a movement document gets: the animals with their history, and their ancestors as outside animals.
 * Names of people, earlier buyers, prices and places are left out.
 */
export async function collectSold(tx: Tx, farmId: FarmId, paper: FullPaper, { farmName, withNotes }: Wanted): Promise<Sold> {
  const ids = paper.content.animals.map(({ animalId }) => animalId);
  const rows = await readAnimals(tx, farmId, ids);
  if (rows.length < ids.length || rows.some(({ status, isReference }) => status !== 'sold' || isReference)) {
    throw new Problem('transfers.changed');
  }
  if ((await countEvents(tx, farmId, ids, sharedKinds)) > maxEntries) {
    throw Problem.field('paperId', 'These animals have too many entries for one transfer. Issue papers for fewer animals each.');
  }
  const matings = await listPendingMatings(tx, farmId, ids);
  const ancestors = await readAncestors(tx, farmId, rows, matings);
  const [moved, all] = [new Set(ids), new Map([...ancestors, ...rows].map((row) => [row.id, row]))];
  const sharing: Sharing = { withNotes, has: (id) => all.has(id), isMoved: (id) => moved.has(id) };
  const photos = new Map<string, string>();
  const listings = await readListings(tx, farmId, ids);
  const photoOf = (url: string | null, owner: string): string | null => {
    if (!url?.startsWith(uploadsPath)) return null;
    const name = `photos/${owner}.webp`;
    photos.set(name, url.slice(uploadsPath.length));
    return name;
  };
  let galleryPhotos = 0;
  /** The photos in order, without the cover. Which facts a listing shows is left to the buyer. */
  const galleryOf = (id: string): ArchivedAnimal['listing'] => {
    const room = Math.max(0, maxGalleryPhotos - galleryPhotos);
    const urls = (listings.get(id)?.photos ?? []).slice(0, room);
    galleryPhotos += urls.length;
    const names = urls.flatMap((url, index) => photoOf(url, `${id}-${index + 2}`) ?? []);
    return names.length === 0 ? null : { photos: names, clipUrl: null, shared: null };
  };
  const parentsOf = ({ motherId, fatherId }: AnimalRow) => ({
    motherId: motherId !== null && all.has(motherId) ? motherId : null,
    fatherId: fatherId !== null && all.has(fatherId) ? fatherId : null,
  });
  const now = paper.createdAt;
  const animals = [
    ...ancestors.map((row) => ({ ...asReference(row), ...parentsOf(row), createdAt: now, updatedAt: now })),
    ...rows.map(({ imageUrl, ...row }) => ({
      ...row,
      ...parentsOf({ imageUrl, ...row }),
      status: 'active' as const,
      forSale: false,
      salePriceCents: null,
      saleDescription: null,
      notes: withNotes ? row.notes : null,
      photo: photoOf(imageUrl, row.id),
      listing: galleryOf(row.id),
      createdAt: now,
      updatedAt: now,
    })),
  ];
  const { healthRecords, events } = await readEntries(tx, farmId, ids, sharing, photoOf);
  const arrivals = ids.map((animalId) => arrivalOf(paper, animalId, farmName));
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  const { order } = sortTopologically(animals, ({ motherId, fatherId }) =>
    [motherId, fatherId].flatMap((id) => byId.get(id ?? '') ?? []),
  );
  return {
    photos,
    moved: animals.filter(({ id }) => moved.has(id)),
    records: {
      head: {
        format: archiveFormat,
        version: archiveVersion,
        farm: { id: null, name: null, address: null, logo: null, plan: null },
        settings: null,
        people: [],
        helpers: [],
      },
      animals: order,
      healthRecords,
      breedingRecords: matings.map((record) => ({ ...record, notes: null, offspringIds: [] })),
      animalTags: await listTags(
        tx,
        farmId,
        ids,
        [...ancestors].map(({ id }) => id),
      ),
      events: [...events, ...arrivals],
      papers: await listPapersOf(tx, farmId, paper, moved),
      ...perList(() => []),
      leftOut: 0,
    },
  };
}

type AnimalRow = AnimalRecord & { readonly id: string };

const readAnimals = (tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<AnimalRow[]> =>
  readSliced(ids, (slice) =>
    tx
      .selectFrom('animals')
      .select(['id', ...animalColumns])
      .where('farm_id', '=', farmId)
      .where('id', 'in', slice)
      .orderBy('id'),
  );

async function readAncestors(
  tx: Tx,
  farmId: FarmId,
  rows: readonly AnimalRow[],
  matings: readonly ArchivedBreedingRecord[],
): Promise<AnimalRow[]> {
  const known = new Set(rows.map(({ id }) => id));
  const found: AnimalRow[] = [];
  let wanted = [...rows.flatMap(({ motherId, fatherId }) => [motherId, fatherId]), ...matings.map(({ fatherId }) => fatherId)];
  for (let generation = 1; generation <= generations; generation += 1) {
    const ids = [...new Set(wanted)].flatMap((id) => (id === null || known.has(id) ? [] : id));
    if (ids.length === 0) break;
    const parents = await readAnimals(tx, farmId, ids);
    for (const { id } of parents) known.add(id);
    found.push(...parents);
    wanted = parents.flatMap(({ motherId, fatherId }) => [motherId, fatherId]);
  }
  return found;
}

const { imageUrl: _imageUrl, ...unset } = unsetValues(animalFields);

/** The fields of an ancestor that a pedigree needs. */
function asReference({
  id,
  tagNumber,
  name,
  species,
  sex,
  birthDate,
  birthYear,
  breed,
  color,
  castratedOn,
  isCastrated,
}: AnimalRow) {
  const identity = { id, tagNumber, name, species, sex, birthDate, birthYear, breed, color, castratedOn, isCastrated };
  return { ...unset, ...identity, isReference: true, photo: null, listing: null } as Omit<
    ArchivedAnimal,
    'createdAt' | 'updatedAt'
  >;
}

async function listPendingMatings(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<ArchivedBreedingRecord[]> {
  const rows = await tx
    .selectFrom('breeding_records')
    .select(['id', ...breedingColumns, 'created_at as createdAt'])
    .where('farm_id', '=', farmId)
    .where('mother_id', 'in', ids)
    .where('outcome', '=', 'pending')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, offspringIds: [] }));
}

async function readEntries(
  tx: Tx,
  farmId: FarmId,
  ids: readonly string[],
  sharing: Sharing,
  photoOf: (url: string | null, owner: string) => string | null,
): Promise<{ healthRecords: ArchivedHealthRecord[]; events: ArchivedEvent[] }> {
  const healthRecords: ArchivedHealthRecord[] = [];
  const events: ArchivedEvent[] = [];
  for (const id of ids) {
    for await (const rows of inBatches((after: EventRow | undefined, limit) => readPage(tx, farmId, id, after, limit))) {
      for (const row of rows) {
        if (row.voidedAt !== null || !isShared(row.kind)) continue;
        if (row.kind === 'checkup') {
          const { animalId, day, detail, id: checkupId, time, note, responsible, worklistId, createdAt, replacesId } = row;
          const common = { id: checkupId, time, note, responsible, worklistId, createdAt, replacesId };
          healthRecords.push(sharedCheckup({ ...common, ...toHealthRecord(animalId, day, detail) }, sharing));
        } else if (isArchivedAsEvent(row)) {
          const event = sharedEvent(toArchivedEvent(row), sharing);
          if (event)
            events.push(event.kind === 'note' ? { ...event, photo: photoOf(event.photo, `${event.day}-${event.id}`) } : event);
        }
      }
    }
  }
  return { healthRecords, events };
}

const isShared = (kind: string): boolean => (sharedKinds as readonly string[]).includes(kind);

const readPage = (tx: Tx, farmId: FarmId, animalId: string, after: EventRow | undefined, limit: number): Promise<EventRow[]> =>
  pageByDay(archivedRows(tx, farmId).where('animal_id', '=', animalId), { after, limit }).execute();

/** Derived from the sale, so that a repeated import adds the same entry. */
const arrivalOf = ({ id, day, createdAt }: FullPaper, animalId: string, farmName: string | null): ArchivedEvent => ({
  id: maskedId(id, animalId),
  kind: 'arrival',
  animalId,
  day,
  time: null,
  note: null,
  responsible: null,
  worklistId: null,
  createdAt,
  replacesId: null,
  voidedAt: null,
  voidReason: null,
  from: farmName ?? 'Seller',
});

async function listTags(tx: Tx, farmId: FarmId, moved: readonly string[], ancestors: readonly string[]) {
  const tags = await readSliced([...moved, ...ancestors], (slice) =>
    tx
      .selectFrom('animal_tags')
      .select(['id', ...aliasesOf(animalTagFields), 'created_at as createdAt'])
      .where('farm_id', '=', farmId)
      .where('animal_id', 'in', slice)
      .orderBy('created_at')
      .orderBy('id'),
  );
  const isMoved = new Set(moved);
  return tags.filter(({ animalId, kind }) => isMoved.has(animalId) || kind === 'registration');
}

/** The movement document, and the receipts of that day without other animals. */
async function listPapersOf(tx: Tx, farmId: FarmId, paper: FullPaper, moved: ReadonlySet<string>): Promise<ArchivedPaper[]> {
  const found: ArchivedPaper[] = [];
  for await (const { id, kind, label, content, createdAt } of issuedPapers(tx, farmId, paper.day)) {
    const isOfSale = id === paper.id || (kind === 'receipt' && content.animals.every(({ animalId }) => moved.has(animalId)));
    if (!isOfSale) continue;
    found.push({
      id,
      kind,
      number: null,
      label,
      isReceived: true,
      day: paper.day,
      content,
      replacesId: null,
      createdAt,
      cancelledAt: null,
      cancelReason: null,
    });
  }
  return found;
}
