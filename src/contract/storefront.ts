import { z } from 'zod';
import { parseCoordinates, placePrecisionList } from '#domain/distance.ts';
import { emailForList } from '#domain/listings.ts';
import { optionalLine, optionalText } from '#domain/records/values.ts';
import { BaseVersion } from './common.ts';
import { Slug } from './market.ts';
import { route } from './route.ts';

/** What the farm says about itself on the marketplace. */
export const Storefront = z.object({
  placeName: z.string().nullable(),
  /** Degrees, rounded by `precision`; null if the farm does not say where it is. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  precision: z.enum(placePrecisionList).nullable(),
  /** The farm's public page is at `/farms/` and this; null if it has none. */
  slug: z.string().nullable(),
  story: z.string().nullable(),
  /** Who is shown the owner's e-mail address on the marketplace. */
  emailFor: z.enum(emailForList),
  /** Whether buyers may write by a form, which shows no address. */
  takesEnquiries: z.boolean(),
  version: z.string(),
});
export type Storefront = z.infer<typeof Storefront>;

const coordinatesHint = 'Write latitude and longitude in degrees, such as 39.1, -94.58';

export const StorefrontChange = z.object({
  placeName: optionalLine(80),
  /** Such as '39.1, -94.58'; '' or null: buyers cannot search by distance. It is rounded before it is stored. */
  coordinates: optionalLine(60).refine((typed) => typed === null || parseCoordinates(typed) !== undefined, coordinatesHint),
  precision: z.enum(placePrecisionList, 'Choose km1, km10 or km100'),
  /** '' or null takes the public page off; absent: as it is. */
  slug: z
    .union([z.literal(''), Slug])
    .nullable()
    .optional(),
  story: optionalText(4000).optional(),
  /** Absent: as it is. */
  emailFor: z.enum(emailForList, 'Choose everybody, signedIn or nobody').optional(),
  takesEnquiries: z.boolean().optional(),
  version: BaseVersion,
});
export type StorefrontChange = z.infer<typeof StorefrontChange>;

export const storefrontRoutes = {
  readStorefront: route({
    method: 'GET',
    path: '/storefront',
    access: 'farm',
    needs: 'see',
    summary: 'Read what the farm says about itself on the marketplace',
    reply: Storefront,
  }),
  changeStorefront: route({
    method: 'PUT',
    path: '/storefront',
    access: 'farm',
    needs: 'manage',
    summary: 'Change what the farm says about itself on the marketplace',
    body: StorefrontChange,
    reply: Storefront,
    errors: ['record.stale', 'market.slug_taken'],
  }),
} as const;
