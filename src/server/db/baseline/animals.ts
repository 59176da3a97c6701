/** Animals, their further numbers, matings and pictures. Parents are of the same farm by key. */
export const animals = `
create table animals (
  farm_id text not null references farms (id),
  id text not null unique,
  tag_number text not null check (length(tag_number) between 1 and 100),
  name text check (length(name) <= 100),
  species text not null check (species in ('goat', 'sheep')),
  sex text not null check (sex in ('male', 'female')),
  birth_date text check (length(birth_date) = 10),
  birth_year integer,
  breed text check (length(breed) <= 100),
  color text check (length(color) <= 100),
  mother_id text,
  father_id text,
  pedigree_url text check (length(pedigree_url) <= 2048),
  vaccinated boolean default false not null,
  image_url text check (length(image_url) <= 2048),
  notes text check (length(notes) <= 2000),
  status text not null check (status in ('active', 'sold', 'died')),
  health_status text not null check (health_status in ('1', '2', '3', '4', '5')),
  for_sale boolean default false not null,
  sale_price_cents integer check (sale_price_cents between 0 and 100000000),
  sale_description text check (length(sale_description) <= 2000),
  birth_weight_grams integer check (birth_weight_grams > 0),
  weaning_weight_grams integer check (weaning_weight_grams > 0),
  weaning_age_days integer check (weaning_age_days > 0),
  is_reference boolean default false not null,
  castrated_on text check (length(castrated_on) = 10),
  is_castrated boolean default false not null,
  import_id text,
  create_digest text not null,
  version integer default 1 not null,
  revision bigint default 0 not null,
  created_at text not null,
  updated_at text not null,
  constraint animals_pk primary key (farm_id, id),
  constraint animals_mother foreign key (farm_id, mother_id) references animals (farm_id, id),
  constraint animals_father foreign key (farm_id, father_id) references animals (farm_id, id),
  constraint animals_born_once check (birth_date is null or birth_year is null),
  constraint animals_not_own_parent check (mother_id <> id and father_id <> id)
);
create index animals_order on animals (farm_id, is_reference, created_at, id);
create index animals_status on animals (farm_id, is_reference, status);
create index animals_births on animals (farm_id, birth_date, id) where birth_date is not null;
create index animals_imports on animals (farm_id, import_id);
-- Whether a parent is older than all of its young: the last day each can have been born.
create index animals_mothers on animals (farm_id, mother_id, (coalesce(birth_date, cast(birth_year as text) || '-12-31')));
create index animals_fathers on animals (farm_id, father_id, (coalesce(birth_date, cast(birth_year as text) || '-12-31')));
create index animals_pictures on animals (farm_id, image_url) where image_url is not null;
create index animals_revision on animals (farm_id, revision, id);

create table animal_tags (
  farm_id text not null,
  id text not null unique,
  animal_id text not null,
  kind text not null check (length(kind) <= 40),
  number text not null check (length(number) between 1 and 60),
  number_key text not null,
  from_day text check (length(from_day) = 10),
  to_day text check (length(to_day) = 10),
  import_id text,
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint animal_tags_pk primary key (farm_id, id),
  constraint animal_tags_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index animal_tags_animals on animal_tags (farm_id, animal_id, created_at, id);
create index animal_tags_numbers on animal_tags (farm_id, number_key);
create index animal_tags_order on animal_tags (farm_id, created_at, id);
create index animal_tags_imports on animal_tags (farm_id, import_id, id) where import_id is not null;
create index animal_tags_revision on animal_tags (farm_id, revision, id);

create table breeding_records (
  farm_id text not null,
  id text not null unique,
  father_id text not null,
  mother_id text not null,
  breeding_date text not null check (length(breeding_date) = 10),
  expected_due_date text not null check (length(expected_due_date) = 10),
  actual_birth_date text check (length(actual_birth_date) = 10),
  notes text check (length(notes) <= 2000),
  outcome text not null check (outcome in ('pending', 'successful', 'unsuccessful')),
  create_digest text not null,
  revision bigint default 0 not null,
  created_at text not null,
  constraint breeding_records_pk primary key (farm_id, id),
  constraint breeding_records_father foreign key (farm_id, father_id) references animals (farm_id, id) on delete cascade,
  constraint breeding_records_mother foreign key (farm_id, mother_id) references animals (farm_id, id) on delete cascade,
  constraint breeding_records_two_parents check (father_id <> mother_id),
  constraint breeding_records_birth_after_breeding check (actual_birth_date >= breeding_date)
);
create index breeding_records_order on breeding_records (farm_id, breeding_date, created_at, id);
create index breeding_records_mothers on breeding_records (farm_id, mother_id, breeding_date);
create index breeding_records_fathers on breeding_records (farm_id, father_id, breeding_date);
create index breeding_records_revision on breeding_records (farm_id, revision, id);

create table breeding_offspring (
  farm_id text not null,
  breeding_id text not null,
  position integer not null check (position between 1 and 4),
  animal_id text not null,
  constraint breeding_offspring_pk primary key (farm_id, breeding_id, position),
  constraint breeding_offspring_once unique (farm_id, breeding_id, animal_id),
  constraint breeding_offspring_record foreign key (farm_id, breeding_id) references breeding_records (farm_id, id) on delete cascade,
  constraint breeding_offspring_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index breeding_offspring_animals on breeding_offspring (farm_id, animal_id, breeding_id);

create table files (
  farm_id text not null references farms (id),
  name text not null,
  bytes integer not null,
  width integer,
  height integer,
  stored_at text,
  created_at text not null,
  constraint files_pk primary key (farm_id, name)
);

create table abandoned_pictures (
  name text primary key,
  abandoned_at text not null
);
`;
