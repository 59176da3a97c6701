import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

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

export const archivedAnimal = (fields: object = {}) => ({
  id: crypto.randomUUID(),
  tagNumber: 'A-1',
  name: null,
  species: 'goat',
  sex: 'female',
  birthDate: null,
  birthYear: null,
  breed: null,
  color: null,
  motherId: null,
  fatherId: null,
  pedigreeUrl: null,
  vaccinated: false,
  photo: null,
  notes: null,
  status: 'active',
  healthStatus: '3',
  forSale: false,
  salePriceCents: null,
  saleDescription: null,
  birthWeightGrams: null,
  weaningWeightGrams: null,
  weaningAgeDays: null,
  isReference: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...fields,
});

export const archivedCheckup = (fields: object) => ({
  id: crypto.randomUUID(),
  date: '2026-01-01',
  recordType: 'checkup',
  healthStatus: '3',
  description: '',
  weightGrams: null,
  veterinarian: '',
  medication: '',
  dosage: '',
  nextDueDate: null,
  notes: '',
  cdnt: false,
  hoofsTrimmed: false,
  dewormed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
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
