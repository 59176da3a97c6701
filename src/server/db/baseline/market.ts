import type { Generated } from 'kysely';
import type { EmailFor } from '#domain/listings.ts';
import type { Sex, Species } from '#domain/records/animals.ts';
import type { PlacePrecision } from '#domain/values/distance.ts';
import type { Cents } from '#domain/values/units.ts';
import { column, table } from './table.ts';

/** Farms' public pages, what is for sale, and what people watch. Favourites name listings that may be gone. */
export const market = {
  /** How a farm presents itself on the marketplace. */
  storefronts: table(
    {
      farm_id: 'text not null primary key references farms (id) on delete cascade',
      place_name: 'text',
      place_precision: column<PlacePrecision | null>('text'),
      /** Rounded to the precision before it is stored. */
      latitude: 'real check (latitude between -90 and 90)',
      longitude: 'real check (longitude between -180 and 180)',
      /** Part of the URL of the farm's public page; null if it has none. */
      slug: 'text',
      story: 'text',
      email_for: column<Generated<EmailFor>>(
        "text default 'everybody' not null check (email_for in ('everybody', 'signedIn', 'nobody'))",
      ),
      takes_enquiries: 'boolean default true not null',
      /** JSON: the facts from the records that its listings show. */
      shared: "text default '[]' not null",
    },
    'constraint storefronts_place check ((latitude is null) = (longitude is null) and (latitude is null) = (place_precision is null))',
    'create unique index storefronts_slug on storefronts (slug)',
  ),
  /** Earlier slugs of a farm, which stand on what it has printed. */
  reserved_slugs: table(
    {
      slug: 'text not null primary key',
      farm_id: 'text not null references farms (id) on delete cascade',
      at: 'text not null',
    },
    'create index reserved_slugs_farm on reserved_slugs (farm_id, at)',
  ),
  /** The public columns of animals on offer, written only by `relist` (db/listings.ts). */
  listings: table(
    {
      /** Order in the marketplace: the highest is the newest. */
      position: 'counter',
      farm_id: 'text not null',
      animal_id: 'text not null unique',
      tag_number: 'text not null',
      name: 'text',
      species: column<Species>('text not null'),
      sex: column<Sex>('text not null'),
      breed: 'text',
      price_cents: column<Cents>('integer not null'),
      description: 'text',
      pedigree_url: 'text',
      image_url: 'text',
      farm_name: 'text',
      email: 'text',
      words: 'text not null',
      birth_date: 'text',
      is_castrated: 'boolean default false not null',
      is_registered: 'boolean default false not null',
      /** The farm's location, rounded to the precision that it has chosen. */
      latitude: 'real',
      longitude: 'real',
      /** The day in UTC on which it was offered. */
      listed_on: 'text default current_date not null',
    },
    'constraint listings_of_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade',
    'create index listings_farm on listings (farm_id, animal_id)',
    'create index listings_price on listings (price_cents, position)',
  ),
  /** A farm's choices for the listing of one animal. */
  listing_details: table(
    {
      farm_id: 'text not null',
      animal_id: 'text not null',
      clip_url: "text check (clip_url like 'https://%')",
      /** JSON: overrides `shared` of `storefronts`; null: no override. */
      shared: 'text',
    },
    'constraint listing_details_pk primary key (farm_id, animal_id)',
    'constraint listing_details_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade',
  ),
  /** Additional photos in order; the cover is the animal's own picture. */
  listing_photos: table(
    {
      farm_id: 'text not null',
      animal_id: 'text not null',
      position: 'integer not null',
      url: 'text not null',
    },
    'constraint listing_photos_pk primary key (farm_id, animal_id, position)',
    'constraint listing_photos_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade',
    'create index listing_photos_url on listing_photos (farm_id, url)',
  ),
  /** Farms whose listings still show an earlier name or address. */
  stale_listings: table({
    farm_id: 'text primary key',
    mark: 'integer default 1 not null',
  }),
  /** Listings that a person has marked; the animals may no longer be for sale. */
  favourites: table(
    {
      user_id: 'text not null references users (id) on delete cascade',
      animal_id: 'text not null',
      created_at: 'text not null',
    },
    'constraint favourites_pk primary key (user_id, animal_id)',
  ),
  saved_searches: table(
    {
      user_id: 'text not null references users (id) on delete cascade',
      id: 'text not null',
      name: 'text not null',
      /** JSON: the search parameters of the URL. */
      search: 'text not null',
      wants_mail: 'boolean not null',
      /** Listings with a higher position are new to the person, and are mailed. */
      seen_position: 'bigint not null',
      mailed_position: 'bigint not null',
      /** The last day on which it was checked for the mail. */
      mailed_on: 'text',
      created_at: 'text not null',
    },
    'constraint saved_searches_pk primary key (user_id, id)',
    'create index saved_searches_mail on saved_searches (mailed_on, user_id) where wants_mail',
  ),
  search_mail_stops: table(
    {
      token_hash: 'text not null primary key',
      user_id: 'text not null references users (id) on delete cascade',
      created_at: 'text not null',
    },
    'create index search_mail_stops_user on search_mail_stops (user_id)',
  ),
};
