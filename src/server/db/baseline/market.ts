/** Farms' public pages, what is for sale, and what people watch. Favourites name listings that may be gone. */
export const market = `
create table storefronts (
  farm_id text not null primary key references farms (id) on delete cascade,
  place_name text,
  place_precision text,
  latitude real check (latitude between -90 and 90),
  longitude real check (longitude between -180 and 180),
  slug text,
  story text,
  email_for text default 'everybody' not null check (email_for in ('everybody', 'signedIn', 'nobody')),
  takes_enquiries boolean default true not null,
  shared text default '[]' not null,
  constraint storefronts_place check ((latitude is null) = (longitude is null) and (latitude is null) = (place_precision is null))
);
create unique index storefronts_slug on storefronts (slug);

create table reserved_slugs (
  slug text not null primary key,
  farm_id text not null references farms (id) on delete cascade,
  at text not null
);
create index reserved_slugs_farm on reserved_slugs (farm_id, at);

-- Written by db/listings.ts.
create table listings (
  position counter,
  farm_id text not null,
  animal_id text not null unique,
  tag_number text not null,
  name text,
  species text not null,
  sex text not null,
  breed text,
  price_cents integer not null,
  description text,
  pedigree_url text,
  image_url text,
  farm_name text,
  email text,
  words text not null,
  birth_date text,
  is_castrated boolean default false not null,
  is_registered boolean default false not null,
  latitude real,
  longitude real,
  listed_on text default current_date not null,
  constraint listings_of_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index listings_farm on listings (farm_id, animal_id);
create index listings_price on listings (price_cents, position);

create table listing_details (
  farm_id text not null,
  animal_id text not null,
  clip_url text check (clip_url like 'https://%'),
  shared text,
  constraint listing_details_pk primary key (farm_id, animal_id),
  constraint listing_details_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);

create table listing_photos (
  farm_id text not null,
  animal_id text not null,
  position integer not null,
  url text not null,
  constraint listing_photos_pk primary key (farm_id, animal_id, position),
  constraint listing_photos_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index listing_photos_url on listing_photos (farm_id, url);

create table stale_listings (
  farm_id text primary key,
  mark integer default 1 not null
);

create table favourites (
  user_id text not null references users (id) on delete cascade,
  animal_id text not null,
  created_at text not null,
  constraint favourites_pk primary key (user_id, animal_id)
);

create table saved_searches (
  user_id text not null references users (id) on delete cascade,
  id text not null,
  name text not null,
  search text not null,
  wants_mail boolean not null,
  seen_position bigint not null,
  mailed_position bigint not null,
  mailed_on text,
  created_at text not null,
  constraint saved_searches_pk primary key (user_id, id)
);
create index saved_searches_mail on saved_searches (mailed_on, user_id) where wants_mail;

create table search_mail_stops (
  token_hash text not null primary key,
  user_id text not null references users (id) on delete cascade,
  created_at text not null
);
create index search_mail_stops_user on search_mail_stops (user_id);
`;
