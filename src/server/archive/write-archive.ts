import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile, type ReadStreamOptions } from 'yazl';
import { archiveFormat, archiveVersion } from '#contract/archive.ts';
import { exportSheets } from '#contract/reports.ts';
import { uploadsPath } from '#domain/pictures.ts';
import { productTitle } from '#domain/product.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { csvOf } from '#server/reports/csv.ts';
import { sheets, type Column } from '#server/reports/sheets.ts';
import {
  animalBatches,
  breedingBatches,
  healthBatches,
  listPeople,
  listSpreadsheets,
  readFarm,
  spreadsheetBatches,
  type AnimalRow,
} from './archive.queries.ts';
import { readMe } from './read-me.ts';

type Needs = Pick<Deps, 'db' | 'pictures' | 'now'>;

/** Everything the farm has, as a zip that is written while it is sent: at no time is more of it in memory than a batch or a photo. */
export function writeArchive(needs: Needs, farmId: FarmId): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  /** One after the other: what is not yet to be written is not yet read. */
  const add = async (name: string, content: Readable, options: Partial<ReadStreamOptions> = {}): Promise<void> => {
    // Whoever asked may have gone while this was opened: nobody would ever read it.
    if (output.destroyed) {
      content.destroy();
      throw new Error('The archive is no longer wanted');
    }
    current = content;
    zip.addReadStream(content, name, { mtime: needs.now(), ...options });
    await finished(content);
  };
  fill(needs, farmId, add).then(
    () => zip.end(),
    // yazl does not watch its sources: a failed read must break off the answer, not leave it waiting.
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  zip.on('error', (error: Error) => output.destroy(error));
  // Whoever asked has gone.
  output.once('close', () => current?.destroy());
  return zip.outputStream.pipe(output);
}

type Add = (name: string, content: Readable, options?: Partial<ReadStreamOptions>) => Promise<void>;

async function fill({ db, pictures, now }: Needs, farmId: FarmId, add: Add): Promise<void> {
  const album = new Album();
  await add('README.txt', Readable.from([readMe(now())], { objectMode: false }));
  await add('farm.json', lines(farmJson({ db, now }, farmId, album)));
  for (const name of exportSheets) {
    const sheet = sheets[name];
    await add(`${name}.csv`, lines(csvOf(sheet.columns, sheet.rows(db, farmId, { from: null, to: null }))));
  }
  for (const [index, { id, fileName, columns, createdAt }] of (await listSpreadsheets(db, farmId)).entries()) {
    const name = `spreadsheets/${createdAt.slice(0, 10)}-${index + 1}-${plainName(fileName.replace(/\.\w{1,5}$/, ''), 60)}.csv`;
    await add(name, lines(csvOf(columnsOf(columns), cellsOf(spreadsheetBatches(db, farmId, id)))));
  }
  for (const [picture, name] of album.photos) {
    const stored = await pictures.get(picture);
    // WebP is packed already.
    if (stored) await add(name, stored.content, { compress: false });
  }
}

const lines = (text: AsyncIterable<string>): Readable => Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 });

/** The photos that are shown, each under a name that tells the first animal that shows it. */
class Album {
  readonly photos = new Map<string, string>();

  /** `imageUrl` as the database has it; null where it is none of the farm's own. */
  nameOf(imageUrl: string | null, owner: string): string | null {
    if (!imageUrl?.startsWith(uploadsPath)) return null;
    const picture = imageUrl.slice(uploadsPath.length);
    const name = this.photos.get(picture) ?? `photos/${owner}.webp`;
    this.photos.set(picture, name);
    return name;
  }
}

/** Letters and digits that every system takes in a file's name. */
const plainName = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, most) || 'x';

/** Written by hand only where the lists begin and end; each record on a line of its own. */
async function* farmJson({ db, now }: Pick<Needs, 'db' | 'now'>, farmId: FarmId, album: Album): AsyncGenerator<string> {
  const { name, address, logoUrl } = await readFarm(db, farmId);
  const head = {
    format: archiveFormat,
    version: archiveVersion,
    product: productTitle,
    exportedAt: now().toISOString(),
    farm: { name, address, logo: album.nameOf(logoUrl, 'logo') },
    people: await listPeople(db, farmId),
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"animals": [`;
  yield* listOf(animals(db, farmId, album));
  yield '],\n"healthRecords": [';
  yield* listOf(healthBatches(db, farmId));
  yield '],\n"breedingRecords": [';
  yield* listOf(breedingBatches(db, farmId));
  yield ']}\n';
}

/** The parents that the farm does not keep come first. */
async function* animals(db: Needs['db'], farmId: FarmId, album: Album): AsyncGenerator<object[]> {
  const archived = ({ imageUrl, ...animal }: AnimalRow): object => ({
    ...animal,
    photo: album.nameOf(imageUrl, `${plainName(animal.tagNumber, 40)}-${animal.id}`),
  });
  for (const isReference of [true, false]) {
    for await (const batch of animalBatches(db, farmId, isReference)) yield batch.map(archived);
  }
}

async function* listOf(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '\n';
  for await (const batch of batches) {
    yield separator + batch.map((record) => JSON.stringify(record)).join(',\n');
    separator = ',\n';
  }
}

const columnsOf = (columns: string): Column[] =>
  (JSON.parse(columns) as { heading: string }[]).map(({ heading }) => ({ heading, kind: 'text', width: 12 }));

async function* cellsOf(batches: AsyncIterable<{ cells: string }[]>): AsyncGenerator<string[][]> {
  for await (const batch of batches) yield batch.map(({ cells }) => JSON.parse(cells) as string[]);
}
