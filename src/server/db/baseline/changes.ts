/** What was deleted from a farm, who changed what, and what was applied of POST /api/sync. */
export const changes = `
create table gone (
  farm_id text not null references farms (id) on delete cascade,
  kind text not null,
  id text not null,
  revision bigint not null,
  constraint gone_pk primary key (farm_id, kind, id)
);
create index gone_revision on gone (farm_id, revision, kind, id);
create index gone_animals on gone (id) where kind = 'animal';

create table changes (
  farm_id text not null references farms (id) on delete cascade,
  n integer not null,
  at text not null,
  by_user text,
  by_key text,
  by_job text,
  call text not null,
  kind text not null,
  id text not null,
  fields text,
  undoes bigint,
  revision bigint not null,
  constraint changes_pk primary key (farm_id, revision, n),
  constraint changes_by_one check (
    (by_user is not null and by_key is null and by_job is null)
    or (by_user is null and by_key is not null and by_job is null)
    or (by_user is null and by_key is null and by_job is not null)
  )
);
create index changes_record on changes (farm_id, kind, id, revision);
create index changes_undoes on changes (farm_id, undoes) where undoes is not null;

create table receipts (
  farm_id text not null references farms (id) on delete cascade,
  id text not null,
  digest text not null,
  answer text,
  revision bigint not null,
  constraint receipts_pk primary key (farm_id, id)
);
create index receipts_revision on receipts (farm_id, revision);
`;
