/** Spreadsheets that farms bring in: their rows, what became of them, what they changed, and what the farm answered about their columns. */
export const imports = `
create table imports (
  farm_id text not null references farms (id),
  id text not null unique,
  file_name text not null check (length(file_name) <= 200),
  state text not null check (state in ('staged', 'applied', 'undone')),
  columns text not null,
  answers text not null,
  row_count integer not null,
  applied text,
  undone text,
  applied_at text,
  undone_at text,
  progress text,
  row_choices text default '[]' not null,
  sheets text,
  create_digest text not null,
  created_at text not null,
  constraint imports_pk primary key (farm_id, id)
);

create table import_rows (
  farm_id text not null,
  row_number integer not null,
  cells text not null,
  import_id text not null,
  constraint import_rows_pk primary key (farm_id, import_id, row_number),
  constraint import_rows_import foreign key (farm_id, import_id) references imports (farm_id, id) on delete cascade
);

create table import_outcomes (
  farm_id text not null,
  row_number integer not null,
  verdict text not null check (verdict in ('ready', 'changed', 'duplicate', 'refused')),
  is_remarked boolean not null,
  outcome text not null,
  import_id text not null,
  constraint import_outcomes_pk primary key (farm_id, import_id, row_number),
  constraint import_outcomes_import foreign key (farm_id, import_id) references imports (farm_id, id) on delete cascade
);

create table import_changes (
  farm_id text not null,
  animal_id text not null,
  before text not null,
  version_after integer not null,
  import_id text not null,
  constraint import_changes_pk primary key (farm_id, import_id, animal_id),
  constraint import_changes_import foreign key (farm_id, import_id) references imports (farm_id, id) on delete cascade,
  constraint import_changes_animal foreign key (farm_id, animal_id) references animals (farm_id, id) on delete cascade
);
create index import_changes_animals on import_changes (farm_id, animal_id);

create table import_memory (
  farm_id text not null references farms (id),
  key text not null check (length(key) <= 400),
  value text not null,
  constraint import_memory_pk primary key (farm_id, key)
);
`;
