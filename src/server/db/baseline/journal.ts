/** What happened, what follows from it (weights, states), and what events name. */
export const journal = `
create table events (
  farm_id text not null,
  id text not null unique,
  kind text not null check (length(kind) <= 40),
  animal_id text not null,
  day text not null check (length(day) = 10),
  time text check (length(time) = 5),
  note text check (length(note) <= 2000),
  responsible text check (length(responsible) <= 100),
  detail text not null check (detail like '{%}'),
  photo text,
  by_user text,
  replaces_id text,
  voided_at text,
  voided_by text,
  void_reason text check (length(void_reason) <= 500),
  worklist_id text,
  import_id text,
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint events_pk primary key (farm_id, id),
  constraint events_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index events_animals on events (farm_id, animal_id, day, created_at, id);
create index events_order on events (farm_id, day, created_at, id);
create index events_kinds on events (farm_id, kind, day, created_at, id);
create index events_imports on events (farm_id, import_id, id) where import_id is not null;
create index events_pictures on events (farm_id, photo) where photo is not null;
create index events_waiting_young on events (farm_id, day, created_at, id) where kind = 'birth' and voided_at is null and detail like '%"waits":true%';
create index events_revision on events (farm_id, revision, id);
create index events_worklists on events (farm_id, worklist_id, day, created_at, id) where worklist_id is not null;

create table weights (
  farm_id text not null,
  event_id text not null,
  animal_id text not null,
  day text not null,
  grams integer not null,
  method text,
  constraint weights_pk primary key (farm_id, event_id),
  constraint weights_event foreign key (farm_id, event_id) references events (farm_id, id) on delete cascade
);
create index weights_animals on weights (farm_id, animal_id, day);

create table animal_states (
  farm_id text not null,
  animal_id text not null,
  form integer not null,
  state text not null check (state like '{%}'),
  revision bigint not null,
  constraint animal_states_pk primary key (farm_id, animal_id),
  constraint animal_states_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index animal_states_revision on animal_states (farm_id, revision, animal_id);

create table places (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  note text check (length(note) <= 2000),
  archived_at text,
  area_square_metres integer check (area_square_metres > 0),
  rest_days integer check (rest_days between 0 and 1000),
  outline text default '[]' not null check (outline like '[%]'),
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint places_pk primary key (farm_id, id)
);
create index places_revision on places (farm_id, revision, id);

create table groups (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  note text check (length(note) <= 2000),
  archived_at text,
  rule text default '{}' not null check (rule like '{%}'),
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint groups_pk primary key (farm_id, id)
);
create index groups_revision on groups (farm_id, revision, id);

create table products (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  note text check (length(note) <= 2000),
  archived_at text,
  kind text not null check (length(kind) <= 40),
  unit text check (length(unit) <= 20),
  withdrawals text not null check (withdrawals like '[%]'),
  dose_amount real check (dose_amount > 0),
  dose_weight real check (dose_weight > 0),
  dose_weight_unit text default 'lb' not null check (dose_weight_unit in ('lb', 'kg')),
  treat_from_famacha integer check (treat_from_famacha between 1 and 5),
  treat_from_egg_count integer check (treat_from_egg_count between 1 and 1000000),
  treat_to_body_condition real check (treat_to_body_condition between 1 and 5),
  treat_from_dag integer check (treat_from_dag between 1 and 5),
  treat_from_jaw integer check (treat_from_jaw between 1 and 3),
  stock text default '[]' not null check (stock like '[%]'),
  photo text,
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint products_pk primary key (farm_id, id)
);
create index products_revision on products (farm_id, revision, id);

create table worklists (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  work text not null check (length(work) <= 40),
  shared text not null check (shared like '{%}'),
  animal_ids text not null check (animal_ids like '[%]'),
  archived_at text,
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint worklists_pk primary key (farm_id, id)
);
create index worklists_revision on worklists (farm_id, revision, id);

create table exposures (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  male_ids text not null check (male_ids like '[%]'),
  female_ids text not null check (female_ids like '[%]'),
  group_id text,
  in_day text not null check (length(in_day) = 10),
  out_day text check (out_day >= in_day and length(out_day) = 10),
  archived_at text,
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint exposures_pk primary key (farm_id, id),
  constraint exposures_group_fk foreign key (farm_id, group_id) references groups (farm_id, id)
);
create index exposures_revision on exposures (farm_id, revision, id);
create index exposures_group on exposures (farm_id, group_id) where group_id is not null;

create table chores (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  subject text check (length(subject) <= 200),
  day text not null check (length(day) = 10),
  animal_ids text not null check (animal_ids like '[%]'),
  group_id text,
  place_id text,
  repeat text check (length(repeat) <= 40),
  note text,
  put_off_to text check (length(put_off_to) = 10),
  reason text,
  done_on text check (length(done_on) = 10),
  done_by text,
  archived_at text,
  responsible text check (length(responsible) <= 100),
  create_digest text not null,
  version integer default 1 not null,
  revision bigint not null,
  created_at text not null,
  constraint chores_pk primary key (farm_id, id),
  constraint chores_group_fk foreign key (farm_id, group_id) references groups (farm_id, id),
  constraint chores_place_fk foreign key (farm_id, place_id) references places (farm_id, id)
);
create index chores_revision on chores (farm_id, revision, id);
create index chores_group on chores (farm_id, group_id) where group_id is not null;
create index chores_place on chores (farm_id, place_id) where place_id is not null;
`;
