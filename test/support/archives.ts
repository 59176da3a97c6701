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

const { imageUrl: _, ...unsetAnimal } = unsetValues(animalFields);

export const archivedAnimal = (fields: object = {}) => ({
  ...unsetAnimal,
  id: crypto.randomUUID(),
  tagNumber: 'A-1',
  species: 'goat',
  sex: 'female',
  photo: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

export const archivedCheckup = (fields: object) => ({
  ...unsetValues(healthFields),
  id: crypto.randomUUID(),
  date: '2026-01-01',
  healthStatus: '3',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

export const archivedEvent = (fields: object) => ({
  id: crypto.randomUUID(),
  kind: 'hooves',
  day: '2026-01-01',
  time: null,
  note: null,
  responsible: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  replacesId: null,
  voidedAt: null,
  voidReason: null,
  ...fields,
});

export const archivedFarm = (lists: object = {}) => ({
  format: 'bellwether-farm',
  version: 1,
  farm: { name: null, address: null, logo: null },
  animals: [],
  healthRecords: [],
  breedingRecords: [],
  ...lists,
});

export const buildArchive = (json: object): Promise<Buffer<ArrayBuffer>> => buildZip([['farm.json', JSON.stringify(json)]]);
