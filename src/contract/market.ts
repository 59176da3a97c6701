import { z } from 'zod';
import { sexes, speciesList } from '#domain/animals.ts';
import { parseCoordinates, roundPlace } from '#domain/distance.ts';
import { listingSorts, maxFavourites } from '#domain/listings.ts';
import { Id, optionalDollars, requiredLine, text } from '#domain/records/values.ts';
import { Email, Message } from './common.ts';
import { Sex, Species } from './animals.ts';
import { Withdrawal } from './events.ts';
import { route } from './route.ts';

const GivenMedicine = z.object({ day: z.string(), what: z.string() });
const NamedParent = z.object({
  tagNumber: z.string(),
  name: z.string().nullable(),
  breed: z.string().nullable(),
  /** Empty unless the farm shares registration numbers, too. */
  registrations: z.array(z.string()),
});

/** What the farm shares of its records. What it does not share is missing. */
export const ListingFacts = z.object({
  /** The day from which on the farm has records of the animal here. */
  since: z.string(),
  birth: z.object({ birthDate: z.string().nullable(), birthYear: z.int().nullable() }).optional(),
  registrations: z.array(z.string()).optional(),
  parents: z.object({ sire: NamedParent.nullable(), dam: NamedParent.nullable() }).optional(),
  /** At most twelve, the oldest first. */
  weights: z.array(z.object({ day: z.string(), grams: z.int() })).optional(),
  /** Over at least two weeks where the weights allow. */
  gain: z.object({ gramsPerDay: z.int(), days: z.int() }).nullable().optional(),
  /** How many were born together, itself among them, and by whom it was reared; null: not known. */
  litter: z.object({ bornWith: z.int().nullable(), rearedBy: z.enum(['dam', 'foster', 'bottle']).nullable() }).optional(),
  health: z.object({ vaccinations: z.array(GivenMedicine), lastTreatment: GivenMedicine.nullable() }).optional(),
  /** null: the records cannot say. Without a deworming, `since` is where the records of the animal begin. */
  deworming: z
    .object({
      lastOn: z.string().nullable(),
      since: z.string(),
      isSinceBirth: z.boolean(),
      /** On so many days since then it was scored for worms or its eggs were counted. */
      scored: z.int(),
    })
    .nullable()
    .optional(),
  /** The adjusted weaning weight in parts of the mean of `of` contemporaries; null: it is not compared. */
  growth: z
    .object({ ratio: z.number(), of: z.int(), targetDays: z.int(), bornFrom: z.string(), bornTo: z.string() })
    .nullable()
    .optional(),
  /** Wright's coefficient, 0 to 1, and how many complete generations are known. */
  inbreeding: z.object({ coefficient: z.number(), completeness: z.number() }).optional(),
});
export type ListingFacts = z.infer<typeof ListingFacts>;

/** An animal that a farm offers for sale, with all the fields that are public. Prices are in dollars. */
export const Listing = z.object({
  id: z.string(),
  tagNumber: z.string(),
  name: z.string().nullable(),
  species: Species,
  sex: Sex,
  breed: z.string().nullable(),
  salePrice: z.number(),
  forSalePrice: z.number(),
  saleDescription: z.string().nullable(),
  pedigreeUrl: z.string().nullable(),
  imageUrl: z.string().nullable(),
  /** What the animal gives and must not be eaten or used yet, after a treatment. */
  withdrawals: z.array(Withdrawal),
  farmName: z.string().nullable(),
  /** null if the seller does not show it, or if it could be used for injection into a mailto link. */
  email: Email.nullable().catch(null),
  /** Of a listing read by itself: the addresses of its photos, in order, with the cover first. */
  images: z.array(z.string()).optional(),
  /** Of a listing read by itself: a film elsewhere, by https. */
  clipUrl: z.string().nullable().optional(),
  /** Of a listing read by itself, and if its farm shares any. */
  facts: ListingFacts.optional(),
  /** Of a listing read by itself: where its farm says it is, in words. */
  placeName: z.string().nullable().optional(),
  /** Of a listing read by itself: the slug of its farm's public page. */
  farmSlug: z.string().nullable().optional(),
  /** Of a listing read by itself: whether its farm takes enquiries by a form. */
  takesEnquiries: z.boolean().optional(),
  /** Only where `near` is asked: whole kilometres to the farm as coarse as it says where it is; null if it does not. */
  distanceKm: z.int().nullable().optional(),
});
export type Listing = z.infer<typeof Listing>;

export const maxListingsPerPage = 200;

const ageHint = 'Write an age in whole months, from 0 to 600';
const Months = z.coerce.number(ageHint).int(ageHint).min(0, ageHint).max(600, ageHint);

const nearHint = 'Write a place as latitude,longitude in degrees, such as 39.1,-94.58';
/** Rounded, so that no server learns more of a visitor than what the search needs. */
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
/** Names the public page of a farm in its address. */
export const Slug = z
  .string(slugHint)
  .min(3, slugHint)
  .max(40, slugHint)
  .regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/, slugHint);

/** What a farm has published about itself. */
export const FarmPage = z.object({
  slug: z.string(),
  name: z.string().nullable(),
  placeName: z.string().nullable(),
  story: z.string().nullable(),
  /** How many animals it offers. */
  offered: z.int(),
  /** Of the animals on offer, the most frequent first. */
  breeds: z.array(z.object({ species: Species, breed: z.string() })),
});
export type FarmPage = z.infer<typeof FarmPage>;

/** About one or several animals of one farm. */
export const Enquiry = z.object({
  id: Id,
  listingIds: z.array(Id).min(1, 'Name an animal').max(20, 'Ask about at most 20 animals at once'),
  name: requiredLine(80, 'Write your name'),
  email: Email,
  message: text(2000).refine((typed) => typed.trim() !== '', 'Write what you wish to ask'),
});
export type Enquiry = z.infer<typeof Enquiry>;

/** Every word of `search` must occur in the name, the breed, the tag number or the name of the farm. Prices are in dollars. */
export const MarketSearch = z.object({
  search: text(100).optional(),
  species: z.enum(speciesList).optional(),
  minPrice: optionalDollars.optional(),
  maxPrice: optionalDollars.optional(),
  sex: z.enum(sexes, 'Choose male or female').optional(),
  /** In completed months. Animals without a day of birth have no age. */
  minAgeMonths: Months.optional(),
  maxAgeMonths: Months.optional(),
  /** Whether the animal has a registration number. */
  registered: z.enum(['true', 'false'], 'Write true or false').optional(),
  near: Near.optional(),
  /** Needs `near`. Farms that do not say where they are, are left out. */
  withinKm: z.coerce.number(kmHint).min(1, kmHint).max(20_000, kmHint).optional(),
  /** Only what the farm with this public page offers, also one's own. */
  farm: Slug.optional(),
  /** Only these, of which some may be gone: up to 200 with commas between them, and no words to search for. */
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
    summary: 'The lowest and the highest price among the animals for sale that fit the search, whatever prices it asks for',
    query: MarketSearch.omit({ minPrice: true, maxPrice: true, sort: true, limit: true, cursor: true }),
    /** In dollars; null if nothing fits. */
    reply: z.object({ lowest: z.number().nullable(), highest: z.number().nullable() }),
  }),
  readListing: route({
    method: 'GET',
    path: '/for-sale/:id',
    access: 'public',
    summary: 'Read an animal that is for sale',
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
    summary: 'Write to a farm about animals that it offers; sent again with the same id, it is one enquiry',
    body: Enquiry,
    reply: Message,
    errors: ['market.not_found', 'market.no_enquiries'],
  }),
} as const;
