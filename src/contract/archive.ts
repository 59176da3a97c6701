import { z } from 'zod';
import { animalStatuses, healthStatuses, sexes, speciesList } from '#domain/animals.ts';
import { breedingOutcomes, maxOffspring } from '#domain/breeding.ts';
import { CalendarDate, Id, optionalDate, optionalText, optionalWebAddress, requiredText, text } from './common.ts';
import { route } from './route.ts';

/** Room for the 500 MB of pictures that a farm may keep, and for its records. */
export const maxArchiveBytes = 600 * 1024 * 1024;

export const archiveFormat = 'bellwether-farm';
export const archiveVersion = 1;

const Moment = z.iso.datetime('Must be a moment such as 2026-11-21T16:00:00.000Z');
const PhotoName = z.string().regex(/^photos\/[\w.-]{1,120}\.webp$/, 'Must name a photo of the archive');
const grams = z.int().min(1).max(500_000).nullable();

/** Weights are grams, prices cents, days `yyyy-MM-dd`, moments ISO 8601 UTC. */
export const ArchivedAnimal = z.object({
  id: Id,
  tagNumber: requiredText(100, 'Tag number is required'),
  name: optionalText(100),
  species: z.enum(speciesList),
  sex: z.enum(sexes),
  birthDate: optionalDate,
  birthYear: z.int().min(1900).max(2200).nullable(),
  breed: optionalText(100),
  color: optionalText(100),
  motherId: Id.nullable(),
  fatherId: Id.nullable(),
  pedigreeUrl: optionalWebAddress,
  vaccinated: z.boolean(),
  photo: PhotoName.nullable(),
  notes: optionalText(2000),
  status: z.enum(animalStatuses),
  healthStatus: z.enum(healthStatuses),
  forSale: z.boolean(),
  salePriceCents: z.int().min(0).max(100_000_000).nullable(),
  saleDescription: optionalText(2000),
  birthWeightGrams: grams,
  weaningWeightGrams: grams,
  weaningAgeDays: z.int().min(1).max(1000).nullable(),
  isReference: z.boolean(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type ArchivedAnimal = z.output<typeof ArchivedAnimal>;

export const ArchivedHealthRecord = z.object({
  id: Id,
  animalId: Id,
  date: CalendarDate,
  recordType: text(40),
  healthStatus: z.enum(healthStatuses),
  description: text(500),
  weightGrams: z.int().min(1).max(1_000_000).nullable(),
  veterinarian: text(100),
  medication: text(100),
  dosage: text(100),
  nextDueDate: optionalDate,
  notes: text(255),
  cdnt: z.boolean(),
  hoofsTrimmed: z.boolean(),
  dewormed: z.boolean(),
  createdAt: Moment,
});
export type ArchivedHealthRecord = z.output<typeof ArchivedHealthRecord>;

export const ArchivedBreedingRecord = z.object({
  id: Id,
  fatherId: Id,
  motherId: Id,
  breedingDate: CalendarDate,
  expectedDueDate: CalendarDate,
  actualBirthDate: optionalDate,
  offspringIds: z.array(Id).max(maxOffspring),
  notes: optionalText(2000),
  outcome: z.enum(breedingOutcomes),
  createdAt: Moment,
});
export type ArchivedBreedingRecord = z.output<typeof ArchivedBreedingRecord>;

/** `farm.json` of an archive without its lists. */
export const ArchiveHead = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  farm: z.object({ name: optionalText(200), address: optionalText(500), logo: PhotoName.nullable() }),
});
export type ArchiveHead = z.output<typeof ArchiveHead>;

const Arrived = z.object({
  added: z.int(),
  /** Those the farm had already; they stay as they are. */
  alreadyThere: z.int(),
});

/** What came of bringing a farm in. */
export const Arrival = z.object({
  animals: Arrived,
  healthRecords: Arrived,
  breedingRecords: Arrived,
  photosAdded: z.int(),
  /** Photos that cannot be read, or for which the farm has no room. */
  photosLeftOut: z.int(),
  /** Records whose animals are not there, and parents and young that do not fit. */
  recordsLeftOut: z.int(),
});
export type Arrival = z.output<typeof Arrival>;

export const archiveRoutes = {
  downloadArchive: route({
    method: 'GET',
    path: '/archive',
    access: 'farm',
    summary: 'Everything the farm has as a zip: a table of each kind as .csv, all of it as farm.json, and the photos',
    download: ['application/zip'],
    reply: z.never(),
    errors: ['request.too_many'],
  }),
  bringArchive: route({
    method: 'POST',
    path: '/archive',
    access: 'farm',
    summary: 'Take in what another installation gave out by GET /archive; what the farm has already stays as it is',
    file: { field: 'file', maxBytes: maxArchiveBytes, tooLarge: 'archive.too_large', onDisk: true },
    reply: Arrival,
    errors: ['archive.unreadable', 'archive.too_large', 'plan.limit_reached', 'request.too_many', 'request.not_multipart'],
  }),
} as const;
