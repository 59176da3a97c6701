import { type ListName, listNames } from '#domain/records/kinds.ts';
import { Readable } from 'node:stream';
import { archiveFormat, archiveVersion, type ArchivedEvent } from '#contract/archive.ts';
import { exportSheets } from '#contract/reports.ts';
import { uploadsPath } from '#domain/pictures.ts';
import { productTitle } from '#domain/product.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/connect.ts';
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
import { createReadme } from './readme.ts';
import { writeZip, type AddEntry } from './write-zip.ts';

type Needs = Pick<Deps, 'db' | 'pictures' | 'now'>;

export const writeArchive = (needs: Needs, farmId: FarmId): Readable =>
  writeZip((add) =>
    writeEntries(needs, farmId, (name, content, options) => add(name, content, { mtime: needs.now(), ...options })),
  );

async function writeEntries({ db, pictures, now }: Needs, farmId: FarmId, add: AddEntry): Promise<void> {
  const photoNames = new PhotoNames();
  await add('README.txt', Readable.from([createReadme(now())], { objectMode: false }));
  await add('farm.json', toStream(farmJson({ db, now }, farmId, photoNames)));
  for (const name of exportSheets) {
    const sheet = sheetOf(name, 'lbs');
    await add(`${name}.csv`, toStream(writeCsv(sheet.columns, sheet.rows(db, farmId, { from: null, to: null }))));
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
      const listings = await readListings(
        db,
        farmId,
        batch.map(({ id }) => id),
      );
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
