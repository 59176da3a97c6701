import { z } from 'zod';
import { animalFields } from '#domain/records/animal.ts';
import { animalTagFields } from '#domain/records/animal-tag.ts';
import { BreedingRules, farmAddress, farmName } from './accounts.ts';
import { breedingInput } from './breeding.ts';
import { eventUnion } from './events.ts';
import { eventFields } from '#domain/records/events.ts';
import { type ListName, perList } from '#domain/records/kinds.ts';
import { farmNumberFields } from '#domain/records/farm-numbers.ts';
import { groupFields } from '#domain/records/group.ts';
import { field, type Fields, infoOf, unsetValues } from '#domain/records/fields.ts';
import { placeFields } from '#domain/records/place.ts';
import { productFields } from '#domain/records/product.ts';
import { exposureFields } from '#domain/records/exposure.ts';
import { choreFields } from '#domain/records/chore.ts';
import { worklistFields } from '#domain/records/worklist.ts';
import { CalendarDate, Id, optionalLine, optionalText, requiredLine } from '#domain/records/values.ts';
import { dateFormats, farmSpecies, weightUnits } from '#domain/values/units.ts';
import { placePrecisionList } from '#domain/values/distance.ts';
import { healthFields } from '#domain/records/health-record.ts';
import { emailForList, maxListingPhotos } from '#domain/listings.ts';
import { maxHelpers, NewHelperPerson } from './members.ts';
import { PaperContent, paperKinds } from './papers.ts';
import { route } from './route.ts';
import { ListingDetailsChange, StorefrontChange } from './storefront.ts';

/** Enough for the 500 MB of pictures that a farm may store, and its records. */
export const maxArchiveBytes = 600 * 1024 * 1024;

export const archiveFormat = 'bellwether-farm';
export const archiveVersion = 1;

const badMoment = 'Must be a moment such as 2026-11-21T16:00:00.000Z';
const PhotoName = z.string().regex(/^photos\/[\w.-]{1,120}\.webp$/, 'Must name a photo of the archive');

/** Normalized to the format of `Date.toISOString`, since the lists of a farm are sorted by this text. */
const Moment = z.iso.datetime(badMoment).transform((value, context) => {
  const moment = new Date(value);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  context.addIssue({ code: 'custom', message: badMoment });
  return z.NEVER;
});

const { imageUrl: _, ...archivedFields } = animalFields;

/** What an animal's listing shows in addition to its fields and photo. */
const ArchivedListing = z.object({
  photos: z.array(PhotoName).max(maxListingPhotos),
  clipUrl: ListingDetailsChange.shape.clipUrl,
  shared: ListingDetailsChange.shape.shared,
});

/** Weights are in grams, prices in cents, dates in `yyyy-MM-dd`, timestamps in ISO 8601 UTC. */
export const ArchivedAnimal = z.object({
  ...archivedFields,
  id: Id,
  photo: PhotoName.nullable(),
  /** Archives of earlier versions lack it. */
  listing: ArchivedListing.nullable().default(null),
  createdAt: Moment,
  updatedAt: Moment,
});
export type ArchivedAnimal = z.output<typeof ArchivedAnimal>;

const { time, note, responsible, worklistId } = eventFields;
const replacesId = Id.nullable().default(null);

/** A checkup that is not voided. Archives of earlier versions lack its additional fields as an event and the days of withdrawal. */
export const ArchivedHealthRecord = z.object({
  ...healthFields,
  meatWithdrawalDays: healthFields.meatWithdrawalDays.default(null),
  milkWithdrawalDays: healthFields.milkWithdrawalDays.default(null),
  id: Id,
  time,
  note,
  responsible,
  worklistId,
  createdAt: Moment,
  replacesId,
});
export type ArchivedHealthRecord = z.output<typeof ArchivedHealthRecord>;

export const ArchivedBreedingRecord = z.object({
  ...breedingInput,
  id: Id,
  expectedDueDate: CalendarDate,
  createdAt: Moment,
});
export type ArchivedBreedingRecord = z.output<typeof ArchivedBreedingRecord>;

export const ArchivedAnimalTag = z.object({ ...animalTagFields, id: Id, createdAt: Moment });
export type ArchivedAnimalTag = z.output<typeof ArchivedAnimalTag>;

/** An event other than a health record. Its photo is in the archive. */
export const ArchivedEvent = eventUnion(
  {
    id: Id,
    ...eventFields,
    createdAt: Moment,
    replacesId,
    voidedAt: Moment.nullable().default(null),
    voidReason: optionalText(500).default(null),
  },
  (fields) => ('photo' in fields ? { ...fields, photo: PhotoName.nullable().default(null) } : fields),
);
export type ArchivedEvent = z.output<typeof ArchivedEvent>;

/** Far more than a farm issues, and far below the limit of an integer column. */
const maxPapers = 1_000_000;

/** A receipt or movement document. `number` is null if another farm has issued it. */
export const ArchivedPaper = z.object({
  id: Id,
  kind: z.enum(paperKinds),
  number: z.int().min(1).max(maxPapers).nullable(),
  label: requiredLine(40, 'Must have a number'),
  isReceived: z.boolean(),
  day: CalendarDate,
  content: PaperContent,
  replacesId: Id.nullable(),
  createdAt: Moment,
  cancelledAt: Moment.nullable(),
  cancelReason: optionalText(500),
});
export type ArchivedPaper = z.output<typeof ArchivedPaper>;

const listEntry = { id: Id, archivedAt: Moment.nullable(), createdAt: Moment };
/** Archives of earlier versions lack the fields that came later. */
const listOf = <F extends Fields>(fields: F) =>
  z.preprocess(
    (entry) => (typeof entry === 'object' ? { ...unsetValues(fields), ...entry } : entry),
    z.object({ ...fields, ...listEntry }),
  );
/** The schemas of the farm's lists. */
export const archivedLists = {
  places: listOf(placeFields),
  groups: listOf(groupFields),
  products: listOf({ ...productFields, photo: field(PhotoName.nullable(), infoOf(productFields.photo)) }),
  worklists: listOf(worklistFields),
  exposures: listOf(exposureFields),
  chores: listOf(choreFields),
} as const satisfies Readonly<Record<ListName, z.ZodType>>;
export type ArchivedLists = { readonly [L in ListName]: readonly z.output<(typeof archivedLists)[L]>[] };

/** The settings of the farm and of its listings. */
export const ArchivedSettings = z.object({
  weightUnit: z.enum(weightUnits),
  dateFormat: z.enum(dateFormats),
  keeps: z.enum(farmSpecies).nullable(),
  breedingRules: BreedingRules.nullable(),
  farmNumbers: z.object(farmNumberFields).nullable().default(null),
  storefront: z
    .object({
      placeName: StorefrontChange.shape.placeName,
      latitude: z.number().min(-90).max(90).nullable(),
      longitude: z.number().min(-180).max(180).nullable(),
      precision: z.enum(placePrecisionList).nullable(),
      story: optionalText(4000),
      emailFor: z.enum(emailForList),
      takesEnquiries: z.boolean(),
      /** Names unknown to this version are left out. */
      shared: z.array(z.string().max(40)).max(40),
    })
    .nullable(),
});
export type ArchivedSettings = z.output<typeof ArchivedSettings>;

/** The content of `farm.json` in an archive, without its lists. */
export const ArchiveHead = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  farm: z.object({
    /** Where the archive was made: records that came from the importing farm are recognised by it. */
    id: z.uuid().nullable().default(null),
    name: farmName,
    address: farmAddress,
    logo: PhotoName.nullable(),
    /** The picture beneath the outlines of places. */
    plan: PhotoName.nullable().default(null),
  }),
  /** Archives of earlier versions lack them. */
  settings: ArchivedSettings.nullable().default(null),
  people: z.array(z.object({ ownerName: optionalLine(100), phone: optionalLine(40) })).default([]),
  /** The names of those who work on the farm without an account. */
  helpers: z
    .array(NewHelperPerson.pick({ name: true }))
    .max(maxHelpers)
    .default([]),
});
export type ArchiveHead = z.output<typeof ArchiveHead>;

const ImportCounts = z.object({
  added: z.int(),
  /** The number of records that the farm had already; they stay unchanged. */
  alreadyThere: z.int(),
});

/** The result of importing an archive. */
export const Arrival = z.object({
  animals: ImportCounts,
  healthRecords: ImportCounts,
  breedingRecords: ImportCounts,
  animalTags: ImportCounts,
  /** The events that are not among the health records. */
  events: ImportCounts,
  ...perList(() => ImportCounts),
  papers: ImportCounts,
  photosAdded: z.int(),
  /** The number of photos that could not be read or exceed the quota of the farm. */
  photosLeftOut: z.int(),
  /** The number of records whose animals are missing, and of parents and offspring that do not fit. */
  recordsLeftOut: z.int(),
  recordsBeforeBirth: z.int(),
  /** The number of EIDs that another animal has in use, and of numbers beyond those that an animal may have. */
  animalTagsLeftOut: z.int(),
  /** The number of added animals that are listed on the public marketplace. */
  offered: z.int(),
});
export type Arrival = z.output<typeof Arrival>;

export const archiveRoutes = {
  downloadArchive: route({
    method: 'GET',
    path: '/archive',
    access: 'farm',
    needs: 'manage',
    byPassword: true,
    summary: 'Download all data of the farm as a zip: tables as .csv, everything as farm.json, and the photos',
    download: ['application/zip'],
    reply: z.never(),
    errors: ['request.too_many'],
  }),
  importArchive: route({
    method: 'POST',
    path: '/archive',
    access: 'farm',
    needs: 'manage',
    personal: true,
    summary:
      'Import an archive that GET /archive of any installation has returned; records that the farm has already stay unchanged. With the form field `look` nothing is written, and the answer tells what would be written',
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
