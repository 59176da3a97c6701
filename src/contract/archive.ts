import { z } from 'zod';
import { maxWeightGrams } from '#domain/health-records.ts';
import { maxPriceCents } from '#domain/money.ts';
import { farmAddress, farmName } from './accounts.ts';
import { animalFields } from './animals.ts';
import { breedingFields } from './breeding.ts';
import { CalendarDate, Id, optionalText } from './common.ts';
import { healthFields } from './health.ts';
import { route } from './route.ts';

/** Room for the 500 MB of pictures that a farm may keep, and for its records. */
export const maxArchiveBytes = 600 * 1024 * 1024;

export const archiveFormat = 'bellwether-farm';
export const archiveVersion = 1;

const badMoment = 'Must be a moment such as 2026-11-21T16:00:00.000Z';
const PhotoName = z.string().regex(/^photos\/[\w.-]{1,120}\.webp$/, 'Must name a photo of the archive');

/** As `Date` writes it: the lists of a farm are ordered by it. */
const Moment = z.iso.datetime(badMoment).transform((value, context) => {
  const moment = new Date(value);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  context.addIssue({ code: 'custom', message: badMoment });
  return z.NEVER;
});

const { imageUrl: _, salePrice: __, forSalePrice: ___, ...typedOfAnimal } = animalFields;

/** Weights are grams, prices cents, days `yyyy-MM-dd`, moments ISO 8601 UTC. */
export const ArchivedAnimal = z.object({
  ...typedOfAnimal,
  id: Id,
  photo: PhotoName.nullable(),
  salePriceCents: z.int().min(0).max(maxPriceCents).nullable(),
  createdAt: Moment,
  updatedAt: Moment,
});
export type ArchivedAnimal = z.output<typeof ArchivedAnimal>;

export const ArchivedHealthRecord = z.object({
  ...healthFields,
  id: Id,
  weightGrams: z.int().min(1).max(maxWeightGrams).nullable(),
  createdAt: Moment,
});
export type ArchivedHealthRecord = z.output<typeof ArchivedHealthRecord>;

export const ArchivedBreedingRecord = z.object({
  ...breedingFields,
  id: Id,
  expectedDueDate: CalendarDate,
  createdAt: Moment,
});
export type ArchivedBreedingRecord = z.output<typeof ArchivedBreedingRecord>;

/** `farm.json` of an archive without its lists. */
export const ArchiveHead = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  farm: z.object({ name: farmName, address: farmAddress, logo: PhotoName.nullable() }),
  people: z.array(z.object({ ownerName: optionalText(100), phone: optionalText(40) })).default([]),
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
  /** Checkups and matings that are dated before the birth of an animal in them. */
  recordsBeforeBirth: z.int(),
  /** Of the animals that are added, those that everybody sees on the marketplace. */
  offered: z.int(),
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
    summary:
      'Take in what another installation gave out by GET /archive; what the farm has already stays as it is. With the form field `look`: only tell what would come in',
    file: { field: 'file', maxBytes: maxArchiveBytes, tooLarge: 'archive.too_large', onDisk: true },
    reply: Arrival,
    errors: [
      'archive.unreadable',
      'archive.too_large',
      'plan.limit_reached',
      'farm.full',
      'request.too_many',
      'request.not_multipart',
    ],
  }),
} as const;
