import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { animalFields } from '#domain/records/animal.ts';
import { unsetValues } from '#domain/records/fields.ts';
import { healthFields } from '#domain/records/health-record.ts';

interface EntryOptions {
  readonly mode?: number;
  readonly compress?: boolean;
}

export async function buildZip(
  entries: readonly (readonly [string, Uint8Array | string, EntryOptions?])[],
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, content, options] of entries) zip.addBuffer(Buffer.from(content as string), name, options);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}

const createdAt = '2026-01-01T00:00:00.000Z';
const { imageUrl: _, ...unsetAnimal } = unsetValues(animalFields);

export const archivedAnimal = (fields: object = {}) => ({
  ...unsetAnimal,
  id: crypto.randomUUID(),
  tagNumber: 'A-1',
  species: 'goat',
  sex: 'female',
  photo: null,
  createdAt,
  updatedAt: createdAt,
  ...fields,
});

export const archivedCheckup = (fields: object) => ({
  ...unsetValues(healthFields),
  id: crypto.randomUUID(),
  date: '2026-01-01',
  healthStatus: '3',
  createdAt,
  ...fields,
});

const nothingElse = { time: null, note: null, responsible: null, replacesId: null, voidedAt: null, voidReason: null };

export const archivedEvent = (fields: object) => ({
  id: crypto.randomUUID(),
  kind: 'hooves',
  day: '2026-01-01',
  ...nothingElse,
  createdAt,
  ...fields,
});

const noRecords = { animals: [], healthRecords: [], breedingRecords: [] };
const farm = { name: null, address: null, logo: null };
export const archivedFarm = (lists: object = {}) => ({ format: 'bellwether-farm', version: 1, farm, ...noRecords, ...lists });

export const buildArchive = (json: object): Promise<Buffer<ArrayBuffer>> => buildZip([['farm.json', JSON.stringify(json)]]);
