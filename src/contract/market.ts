import { z } from 'zod';
import { sexes, speciesList } from '#domain/records/animals.ts';
import { parseCoordinates, roundPlace } from '#domain/values/distance.ts';
import { listingSorts, maxFavourites } from '#domain/listings.ts';
import { Id, NewId, optionalDollars, requiredLine, text } from '#domain/records/values.ts';
import { Email, Message } from './common.ts';
import { Sex, Species } from './animals.ts';
import { Withdrawal } from './events.ts';
import { route } from './route.ts';

const GivenMedicine = z.object({ day: z.string(), what: z.string() });
const NamedParent = z.object({
  tagNumber: z.string(),
  name: z.string().nullable(),
  breed: z.string().nullable(),
  /** Empty unless the farm also shares registration numbers. */
  registrations: z.array(z.string()),
});

/** The facts from the farm's records that it shares. Facts that it does not share are missing. */
export const ListingFacts = z.object({
  /** The day on which the farm's records of the animal begin. */
  since: z.string(),
  birth: z.object({ birthDate: z.string().nullable(), birthYear: z.int().nullable() }).optional(),
  registrations: z.array(z.string()).optional(),
  parents: z.object({ sire: NamedParent.nullable(), dam: NamedParent.nullable() }).optional(),
  /** The known ancestors of three generations with their position: `s` is the sire, `d` the dam, `sd` the dam of the sire. */
  ancestors: z.array(NamedParent.extend({ position: z.string() })).optional(),
  /** At most twelve, the oldest first. `isEstimate`: nobody weighed it. */
  weights: z.array(z.object({ day: z.string(), grams: z.int(), isEstimate: z.literal(true).optional() })).optional(),
  /** Measured over at least two weeks if possible. */
  gain: z.object({ gramsPerDay: z.int(), days: z.int() }).nullable().optional(),
  /** The size of its litter, including itself, and who reared it; null if its birth was not recorded. */
  litter: z.object({ bornWith: z.int().nullable(), rearedBy: z.enum(['dam', 'foster', 'bottle']).nullable() }).optional(),
  health: z
    .object({
      vaccinations: z.array(GivenMedicine),
      lastTreatment: GivenMedicine.nullable(),
    })
    .optional(),
  /** null: the records are not conclusive. Without a deworming, `since` is where the records of the animal begin. */
  deworming: z
    .object({
      lastOn: z.string().nullable(),
      since: z.string(),
      isSinceBirth: z.boolean(),
      /** The number of days since then on which it was scored for worms or its eggs were counted. */
      scored: z.int(),
    })
    .nullable()
    .optional(),
  /** The adjusted weaning weight relative to the mean of `of` contemporaries; null if it is not compared. */
  growth: z
    .object({ ratio: z.number(), of: z.int(), targetDays: z.int(), bornFrom: z.string(), bornTo: z.string() })
    .nullable()
    .optional(),
  /** Wright's coefficient, 0 to 1, whether it is known (not if it is 0 for want of recorded ancestors of both parents), and the complete generation equivalents. */
  inbreeding: z.object({ coefficient: z.number(), isKnown: z.boolean(), completeness: z.number() }).optional(),
});
export type ListingFacts = z.infer<typeof ListingFacts>;

/** An animal that a farm offers for sale, with all the fields that are public. Prices are in the currency of the installation. */
export const Listing = z.object({
  id: z.string(),
  tagNumber: z.string(),
  name: z.string().nullable(),
  species: Species,
  sex: Sex,
  isCastrated: z.boolean(),
  breed: z.string().nullable(),
  salePrice: z.number(),
  forSalePrice: z.number(),
  saleDescription: z.string().nullable(),
  pedigreeUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** Products of the animal that must not be used yet because of a treatment. */
  withdrawals: z.array(Withdrawal.omit({ notRecordedOn: true }).extend({ isNotRecorded: z.boolean() })),
  farmName: z.string().nullable(),
  /** null if the seller hides it, or if it could be used for injection into a mailto link. */
  email: Email.nullable().catch(null),
  /** The day on which it was offered. */
  listedOn: z.string(),
  /** null if it is unknown, or if the farm does not share it. */
  birthDate: z.string().nullable(),
  /** The farm's description of its location. */
  placeName: z.string().nullable(),
  /** Only in a single listing: the URLs of its photos, with the cover first. */
  images: z.array(z.string()).optional(),
  /** Only in a single listing: the HTTPS URL of a video on another site. */
  clipUrl: z.string().nullable().optional(),
  /** Only in a single listing, if its farm shares facts. */
  facts: ListingFacts.optional(),
  /** Only in a single listing: the slug of its farm's public page. */
  farmSlug: z.string().nullable().optional(),
  /** Only in a single listing: whether its farm accepts enquiries by a form. */
  takesEnquiries: z.boolean().optional(),
  /** Only in a single listing: the farm in which the reader works offers it. */
  isOwn: z.boolean().optional(),
  /** Only with `near`: whole kilometres to the farm's rounded location; null if the farm has not given one. */
  distanceKm: z.int().nullable().optional(),
});
export type Listing = z.infer<typeof Listing>;

export const maxListingsPerPage = 200;

const ageHint = 'Write an age in whole months, from 0 to 600';
const Months = z.coerce.number(ageHint).int(ageHint).min(0, ageHint).max(600, ageHint);

const nearHint = 'Write a place as latitude,longitude in degrees, such as 39.1,-94.58';
/** Rounded, so that the server learns no more about a visitor's location than the search needs. */
const Near = text(60).transform((typed, context) => {
  const place = parseCoordinates(typed);
  if (place) return roundPlace(place, 'km1');
  context.addIssue({ code: 'custom', message: nearHint });
  return z.NEVER;
});

const kmHint = 'Write a distance in kilometres, from 1 to 20000';

const idsHint = `Write up to ${maxFavourites} ids with commas between them`;
const Ids = z
  .string(idsHint)
  .transform((list) => list.split(','))
  .pipe(z.array(Id).max(maxFavourites, idsHint));

const slugHint = 'Use 3 to 40 small letters, digits and hyphens, beginning and ending with a letter or digit';
/** The part of the URL that identifies a farm's public page. */
export const Slug = z
  .string(slugHint)
  .min(3, slugHint)
  .max(40, slugHint)
  .regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/, slugHint);

/** The public page of a farm. */
export const FarmPage = z.object({
  slug: z.string(),
  name: z.string().nullable(),
  placeName: z.string().nullable(),
  story: z.string().nullable(),
  /** The number of animals that it offers. */
  offered: z.int(),
  /** The breeds of the offered animals, the most frequent first. */
  breeds: z.array(z.object({ species: Species, breed: z.string() })),
});
export type FarmPage = z.infer<typeof FarmPage>;

/** An enquiry about one or more animals of one farm. */
export const Enquiry = z.object({
  id: NewId,
  listingIds: z.array(Id).min(1, 'Name an animal').max(20, 'Ask about at most 20 animals at once'),
  name: requiredLine(80, 'Write your name'),
  email: Email,
  message: text(2000).refine((typed) => typed.trim() !== '', 'Write what you wish to ask'),
});
export type Enquiry = z.infer<typeof Enquiry>;

/** Every word of `search` must occur in the name, the breed, the tag number or the name of the farm. Prices are in the currency of the installation. */
export const MarketSearch = z.object({
  search: text(100).optional(),
  species: z.enum(speciesList).optional(),
  minPrice: optionalDollars.optional(),
  maxPrice: optionalDollars.optional(),
  sex: z.enum(sexes, 'Choose male or female').optional(),
  /** In completed months. Animals without a birth date have no age. */
  minAgeMonths: Months.optional(),
  maxAgeMonths: Months.optional(),
  /** Whether the animal has a registration number. */
  registered: z.enum(['true', 'false'], 'Write true or false').optional(),
  near: Near.optional(),
  /** Requires `near`. Farms without a location are left out. */
  withinKm: z.coerce.number(kmHint).min(1, kmHint).max(20_000, kmHint).optional(),
  /** Only animals of the farm with this public page, even if it is the caller's own. */
  farm: Slug.optional(),
  /** Up to 200 ids separated by commas, without `search`. Listings that no longer exist are left out. */
  ids: Ids.optional(),
  sort: z.enum(listingSorts, 'Choose newest, price or -price').default('newest'),
  limit: z.coerce.number().int().min(1).max(maxListingsPerPage).default(48),
  cursor: z.string().max(200).optional(),
});
export type MarketSearch = z.output<typeof MarketSearch>;

export const marketRoutes = {
  listForSale: route({
    method: 'GET',
    path: '/for-sale',
    access: 'public',
    summary: "List the animals for sale without the caller's own; the Link header refers to the next page",
    query: MarketSearch,
    reply: z.array(Listing),
  }),
  readOfferedPrices: route({
    method: 'GET',
    path: '/for-sale/prices',
    access: 'public',
    summary: 'Read the lowest and the highest price among the listings that match the search, ignoring its price filters',
    query: MarketSearch.omit({ minPrice: true, maxPrice: true, sort: true, limit: true, cursor: true }),
    /** In the currency of the installation; null if nothing matches. */
    reply: z.object({ lowest: z.number().nullable(), highest: z.number().nullable() }),
  }),
  readListing: route({
    method: 'GET',
    path: '/for-sale/:id',
    access: 'public',
    summary: 'Read a listing',
    params: z.object({ id: Id }),
    reply: Listing,
    errors: ['market.not_found'],
  }),
  readFarmPage: route({
    method: 'GET',
    path: '/farm-pages/:slug',
    access: 'public',
    summary: 'Read the public page of a farm',
    params: z.object({ slug: Slug }),
    reply: FarmPage,
    errors: ['market.farm_not_found'],
  }),
  sendEnquiry: route({
    method: 'POST',
    path: '/enquiries',
    access: 'public',
    summary: 'Send a farm an enquiry about animals that it offers; sending it again with the same id sends no second one',
    body: Enquiry,
    reply: Message,
    errors: ['market.not_found', 'market.no_enquiries'],
  }),
} as const;
