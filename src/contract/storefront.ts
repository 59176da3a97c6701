import { z } from 'zod';
import { parseCoordinates, placePrecisionList } from '#domain/values/distance.ts';
import { emailForList, listingFactList, maxListingPhotos } from '#domain/listings.ts';
import { Id, optionalLine, optionalText, optionalWebAddress, text } from '#domain/records/values.ts';
import { BaseVersion } from './common.ts';
import { Slug } from './market.ts';
import { route } from './route.ts';

const SharedFacts = z.array(z.enum(listingFactList, 'There is no such fact')).max(listingFactList.length);

export const Storefront = z.object({
  placeName: z.string().nullable(),
  /** In degrees, rounded by `precision`; null if the farm has no location. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  precision: z.enum(placePrecisionList).nullable(),
  /** The farm's public page is at `/farms/{slug}`; null if it has none. */
  slug: z.string().nullable(),
  story: z.string().nullable(),
  /** Who may see the owner's email address on the marketplace. */
  emailFor: z.enum(emailForList),
  /** Whether buyers may write through a form, which hides the address. */
  takesEnquiries: z.boolean(),
  /** The facts from its records that its listings show. */
  shared: SharedFacts,
  version: z.string(),
});
export type Storefront = z.infer<typeof Storefront>;

const coordinatesHint = 'Write latitude and longitude in degrees, such as 39.1, -94.58';

export const StorefrontChange = z.object({
  placeName: optionalLine(80),
  /** Degrees such as '39.1, -94.58', rounded before they are stored; '' or null removes the location. */
  coordinates: optionalLine(60).refine((typed) => typed === null || parseCoordinates(typed) !== undefined, coordinatesHint),
  precision: z.enum(placePrecisionList, 'Choose km1, km10 or km100'),
  /** '' or null removes the public page; absent: unchanged. */
  slug: z
    .union([z.literal(''), Slug])
    .nullable()
    .optional(),
  story: optionalText(4000).optional(),
  /** Absent: unchanged. */
  emailFor: z.enum(emailForList, 'Choose everybody, signedIn or nobody').optional(),
  takesEnquiries: z.boolean().optional(),
  shared: SharedFacts.optional(),
  version: BaseVersion,
});
export type StorefrontChange = z.infer<typeof StorefrontChange>;

const photosHint = `A listing shows at most ${maxListingPhotos} photos`;

/** What the listing of an animal shows in addition to its fields. */
export const ListingDetails = z.object({
  /** URLs of the farm's own pictures. The first is the cover, which is the animal's own picture. */
  photos: z.array(z.string()),
  clipUrl: z.string().nullable(),
  /** The facts from the records that it shows; null: those chosen for the whole farm. */
  shared: SharedFacts.nullable(),
  version: z.string(),
});
export type ListingDetails = z.infer<typeof ListingDetails>;

export const ListingDetailsChange = z.object({
  photos: z
    .array(text(2048))
    .max(maxListingPhotos, photosHint)
    .refine((urls) => new Set(urls).size === urls.length, 'A photo is there twice'),
  clipUrl: optionalWebAddress.refine((url) => url === null || url.startsWith('https://'), 'Must begin with https://'),
  shared: SharedFacts.nullable(),
  version: BaseVersion,
});
export type ListingDetailsChange = z.infer<typeof ListingDetailsChange>;

const ofAnimal = z.object({ id: Id });

export const storefrontRoutes = {
  readStorefront: route({
    method: 'GET',
    path: '/storefront',
    access: 'farm',
    needs: 'see',
    summary: 'Read how the farm presents itself on the marketplace',
    reply: Storefront,
  }),
  changeStorefront: route({
    method: 'PUT',
    path: '/storefront',
    access: 'farm',
    needs: 'manage',
    summary: 'Change how the farm presents itself on the marketplace',
    body: StorefrontChange,
    reply: Storefront,
    errors: ['record.stale', 'market.slug_taken'],
  }),
  readListingDetails: route({
    method: 'GET',
    path: '/animals/:id/listing',
    access: 'farm',
    needs: 'see',
    summary: 'Read the photos, clip and facts in the listing of an animal, even if it is not for sale',
    params: ofAnimal,
    reply: ListingDetails,
    errors: ['animals.not_found'],
  }),
  changeListingDetails: route({
    method: 'PUT',
    path: '/animals/:id/listing',
    access: 'farm',
    needs: 'manage',
    summary: 'Choose the photos, clip and facts in the listing of an animal',
    params: ofAnimal,
    body: ListingDetailsChange,
    reply: ListingDetails,
    errors: ['animals.not_found', 'record.stale'],
  }),
} as const;
