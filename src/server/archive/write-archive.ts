import { type ListName, listNames } from '#domain/records/kinds.ts';
import { Readable } from 'node:stream';
import { archiveFormat, archiveVersion, type ArchivedEvent } from '#contract/archive.ts';
import { exportSheets } from '#contract/reports.ts';
import { currency } from '#domain/values/money.ts';
import { uploadsPath } from '#domain/values/pictures.ts';
import { productTitle } from '#domain/product.ts';
import { toIds } from '#domain/values/to-ids.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { type Entries, entryBatches } from '#server/farm-lists/farm-lists.queries.ts';
import { paperBatches } from '#server/papers/papers.queries.ts';
import { writeCsv } from '#server/reports/csv.ts';
import { sheetOf, type Column } from '#server/reports/sheets.ts';
import {
  animalBatches,
  animalTagBatches,
  breedingBatches,
  eventBatches,
  healthBatches,
  listHelpers,
  listPeople,
  readListings,
  listSpreadsheets,
  readFarm,
  spreadsheetBatches,
  type AnimalRow,
} from './archive.queries.ts';
import { readSettings } from './farm-settings.ts';
import { writeZip, type AddEntry } from '#server/write-zip.ts';

type Needs = Pick<Deps, 'db' | 'pictures' | 'now'>;

export const writeArchive = (needs: Needs, farmId: FarmId): Readable =>
  writeZip((add) =>
    writeEntries(needs, farmId, (name, content, options) => add(name, content, { mtime: needs.now(), ...options })),
  );

async function writeEntries({ db, pictures, now }: Needs, farmId: FarmId, add: AddEntry): Promise<void> {
  const photoNames = new PhotoNames();
  await add('README.txt', Readable.from([createReadme(now())], { objectMode: false }));
  await add('farm.json', toStream(farmJson({ db, now }, farmId, photoNames)));
  const range = { from: null, to: null, today: now().toISOString().slice(0, 10) };
  for (const name of exportSheets) {
    const sheet = sheetOf(name, 'lbs');
    await add(`${name}.csv`, toStream(writeCsv(sheet.columns, sheet.rows(db, farmId, range))));
  }
  for (const [index, { id, fileName, columns, createdAt }] of (await listSpreadsheets(db, farmId)).entries()) {
    const name = `spreadsheets/${createdAt.slice(0, 10)}-${index + 1}-${toFileName(fileName.replace(/\.\w{1,5}$/, ''), 60)}.csv`;
    await add(name, toStream(writeCsv(columnsOf(columns), cellsOf(spreadsheetBatches(db, farmId, id)))));
  }
  for (const [picture, name] of photoNames.photos) {
    const stored = await pictures.get(picture);
    // WebP is compressed already.
    if (stored) await add(name, stored.content, { compress: false });
  }
}

const toStream = (text: AsyncIterable<string>): Readable => Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 });

class PhotoNames {
  readonly photos = new Map<string, string>();

  nameOf(imageUrl: string | null, owner: string): string | null {
    if (!imageUrl?.startsWith(uploadsPath)) return null;
    const picture = imageUrl.slice(uploadsPath.length);
    const name = this.photos.get(picture) ?? `photos/${owner}.webp`;
    this.photos.set(picture, name);
    return name;
  }
}

const toFileName = (text: string, maxLength: number): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, maxLength) || 'x';

async function* farmJson({ db, now }: Pick<Needs, 'db' | 'now'>, farmId: FarmId, photoNames: PhotoNames): AsyncGenerator<string> {
  const { name, address, logoUrl, planPicture } = await readFarm(db, farmId);
  const head = {
    format: archiveFormat,
    version: archiveVersion,
    product: productTitle,
    exportedAt: now().toISOString(),
    farm: {
      id: farmId,
      name,
      address,
      logo: photoNames.nameOf(logoUrl, 'logo'),
      plan: photoNames.nameOf(planPicture, 'plan'),
    },
    settings: await readSettings(db, farmId),
    people: await listPeople(db, farmId),
    helpers: await listHelpers(db, farmId),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"animals": [`;
  yield* joinRecords(animals(db, farmId, photoNames));
  yield '],\n"healthRecords": [';
  yield* joinRecords(healthBatches(db, farmId));
  yield '],\n"breedingRecords": [';
  yield* joinRecords(breedingBatches(db, farmId));
  for (const table of listNames) {
    yield `],\n"${table}": [`;
    yield* joinRecords(listed(db, farmId, table, photoNames));
  }
  yield '],\n"animalTags": [';
  yield* joinRecords(animalTagBatches(db, farmId));
  yield '],\n"papers": [';
  yield* joinRecords(papers(db, farmId));
  yield '],\n"events": [';
  yield* joinRecords(events(db, farmId, photoNames));
  yield ']}\n';
}

async function* animals(db: Needs['db'], farmId: FarmId, photoNames: PhotoNames): AsyncGenerator<object[]> {
  type Listings = Awaited<ReturnType<typeof readListings>>;
  const archived = ({ imageUrl, ...animal }: AnimalRow, listings: Listings): object => {
    const name = `${toFileName(animal.tagNumber, 40)}-${animal.id}`;
    const listing = listings.get(animal.id);
    const more = listing?.photos.map((url, index) => photoNames.nameOf(url, `${name}-${index + 2}`));
    return { ...animal, photo: photoNames.nameOf(imageUrl, name), listing: listing ? { ...listing, photos: more } : null };
  };
  for (const isReference of [true, false]) {
    for await (const batch of animalBatches(db, farmId, isReference)) {
      const listings = await readListings(db, farmId, toIds(batch));
      yield batch.map((animal) => archived(animal, listings));
    }
  }
}

async function* events(db: Needs['db'], farmId: FarmId, photoNames: PhotoNames): AsyncGenerator<object[]> {
  const archived = (event: ArchivedEvent): object =>
    event.kind === 'note' ? { ...event, photo: photoNames.nameOf(event.photo, `${event.day}-${event.id}`) } : event;
  for await (const batch of eventBatches(db, farmId)) yield batch.map(archived);
}

async function* listed(db: Needs['db'], farmId: FarmId, table: ListName, photoNames: PhotoNames): AsyncGenerator<object[]> {
  const archived = ({ version: _version, ...entry }: Entries[ListName]): object =>
    'photo' in entry ? { ...entry, photo: photoNames.nameOf(entry.photo, `product-${entry.id}`) } : entry;
  for await (const batch of entryBatches(db, farmId, table)) yield batch.map(archived);
}

async function* papers(db: Db, farmId: FarmId): AsyncGenerator<object[]> {
  for await (const batch of paperBatches(db, farmId)) {
    yield batch.map(({ content, ...paper }) => ({ ...paper, content: JSON.parse(content) as object }));
  }
}

async function* joinRecords(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((record) => JSON.stringify(record)).join(',\n');
    separator = ',\n';
  }
}

const columnsOf = (columns: string): Column[] =>
  (JSON.parse(columns) as { heading: string }[]).map(({ heading }) => ({ heading, kind: 'text', width: 12 }));

async function* cellsOf(batches: AsyncIterable<{ cells: string }[]>): AsyncGenerator<string[][]> {
  for await (const batch of batches) yield batch.map(({ cells }) => JSON.parse(cells) as string[]);
}

const createReadme = (now: Date): string => `Everything this farm had in ${productTitle} on ${now.toISOString().slice(0, 10)}.

${exportSheets.map((name) => `${name}.csv`).join(', ')}
    Your records as tables, for any spreadsheet program. Weights are pounds, prices ${currency()}.
photos/
    The photos of your animals. Each begins with the animal's tag number.
spreadsheets/
    The rows of the files you have imported, as far as they are still kept.
farm.json
    All of it once more, exactly, for programs: format "bellwether-farm", version 1.
    farm: name, address, logo, plan (the picture beneath the outlines of places). people: who had an account, without passwords. helpers: the others who work there.
    animals, healthRecords, breedingRecords, animalTags, events: one record a line. Animals name their mother, their father and
    their photo, and what their listing shows besides; records name their animals by id. Weights are whole grams, prices whole cents (dollars in events),
    days yyyy-MM-dd, moments ISO 8601 in UTC. isReference: a parent the farm did not keep. animalTags: EIDs,
    registration numbers and the like. events: everything else that happened to the animals, also what was voided
    (voidedAt) or replaced (replacesId names the earlier event).
    places, groups, products: what events name by id; archivedAt: since when it is not in use any more;
    rule: the conditions of a group whose animals follow from the records. outline: the corners of a place on the plan,
    in units of which the longer side of the plan has 10,000.
    worklists: what was done with many animals in one go; the events that were recorded so name it; archivedAt: when it ended.
    exposures: which males were with which females from day to day; archivedAt: when it was taken back.
    papers: receipts and movement documents as they were issued; isReceived: by another farm; cancelledAt: since when it is void.
    chores: what is to be done on a day, and what was put off; archivedAt: when it was done.

To take the farm along to another ${productTitle}: sign in there, open Settings, choose "Import a farm" and then this
file as it is. Animals, records and photos are imported; accounts, plans and imported spreadsheets do not. What is there
already stays as it is, so importing the same file again does no harm.
`;
