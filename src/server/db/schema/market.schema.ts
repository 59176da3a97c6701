import type { Generated } from 'kysely';
import type { Sex, Species } from '#domain/records/animals.ts';
import type { PlacePrecision } from '#domain/values/distance.ts';
import type { EmailFor } from '#domain/listings.ts';
import type { Cents } from '#domain/values/units.ts';

type Offered = Omit<Listings, 'position' | 'listed_on'>;

/** The public columns of animals on offer, written only by `relist`. */
interface Listings {
  /** Order in the marketplace: the highest is the newest. */
  position: Generated<number>;
  farm_id: string;
  animal_id: string;
  tag_number: string;
  name: string | null;
  species: Species;
  sex: Sex;
  breed: string | null;
  price_cents: Cents;
  description: string | null;
  pedigree_url: string | null;
  image_url: string | null;
  farm_name: string | null;
  email: string | null;
  words: string;
  birth_date: string | null;
  is_castrated: Generated<boolean>;
  is_registered: Generated<boolean>;
  /** The farm's location, rounded to the precision that it has chosen. */
  latitude: number | null;
  longitude: number | null;
  /** The day in UTC on which it was offered. */
  listed_on: Generated<string>;
}

/** How a farm presents itself on the marketplace. */
interface Storefronts {
  farm_id: string;
  place_name: string | null;
  place_precision: PlacePrecision | null;
  /** Rounded to the precision before it is stored. */
  latitude: number | null;
  longitude: number | null;
  /** Part of the URL of the farm's public page; null if it has none. */
  slug: string | null;
  story: string | null;
  email_for: Generated<EmailFor>;
  takes_enquiries: Generated<boolean>;
  /** JSON: the facts from the records that its listings show. */
  shared: Generated<string>;
}

/** Earlier slugs of a farm, which stand on what it has printed. */
interface ReservedSlugs {
  slug: string;
  farm_id: string;
  at: string;
}

/** A farm's choices for the listing of one animal. */
interface ListingDetails {
  farm_id: string;
  animal_id: string;
  clip_url: string | null;
  /** JSON: overrides `shared` of `storefronts`; null: no override. */
  shared: string | null;
}

/** Listings that a person has marked; the animals may no longer be for sale. */
interface Favourites {
  user_id: string;
  animal_id: string;
  created_at: string;
}

/** Additional photos in order; the cover is the animal's own picture. */
interface ListingPhotos {
  farm_id: string;
  animal_id: string;
  position: number;
  url: string;
}

/** Farms whose listings still show an earlier name or address. */
interface StaleListings {
  farm_id: string;
  mark: number;
}

interface SavedSearches {
  user_id: string;
  id: string;
  name: string;
  /** JSON: the search parameters of the URL. */
  search: string;
  created_at: string;
  wants_mail: boolean;
  /** Listings with a higher position are new to the person, and are mailed. */
  seen_position: number;
  mailed_position: number;
  /** The last day on which it was checked for the mail. */
  mailed_on: string | null;
}

interface SearchMailStops {
  token_hash: string;
  user_id: string;
  created_at: string;
}

export interface MarketTables {
  saved_searches: SavedSearches;
  search_mail_stops: SearchMailStops;
  listings: Listings;
  stale_listings: StaleListings;
  offered: Offered;
  storefronts: Storefronts;
  reserved_slugs: ReservedSlugs;
  listing_details: ListingDetails;
  listing_photos: ListingPhotos;
  favourites: Favourites;
}
