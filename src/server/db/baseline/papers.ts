/** Receipts and movement documents, which outlive their animals, and codes with which a buyer takes over records. */
export const papers = `
create table papers (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  kind text not null check (kind in ('receipt', 'movement')),
  year integer not null,
  number integer check (number > 0),
  label text not null,
  is_received boolean not null,
  day text not null check (length(day) = 10),
  party text not null,
  animals integer not null,
  tags text not null,
  total_cents bigint,
  content text not null,
  words text not null,
  replaces_id text,
  issued_by text,
  cancelled_at text,
  cancelled_by text,
  cancel_reason text,
  create_digest text not null,
  created_at text not null,
  constraint papers_pk primary key (farm_id, id),
  constraint papers_number unique (farm_id, kind, year, number)
);
create index papers_day on papers (farm_id, day, created_at, id);
create index papers_replaced on papers (farm_id, replaces_id) where replaces_id is not null;

create table transfers (
  farm_id text not null references farms (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  paper_id text not null,
  with_notes boolean not null,
  created_by text references users (id) on delete set null,
  expires_at text not null,
  revoked_at text,
  accepted_at text,
  accepted_in text,
  arrival text,
  created_at text not null,
  constraint transfers_pk primary key (farm_id, id),
  constraint transfers_paper_fk foreign key (farm_id, paper_id) references papers (farm_id, id)
);
create unique index transfers_open on transfers (farm_id, paper_id) where accepted_at is null and revoked_at is null;
create index transfers_paper on transfers (farm_id, paper_id, created_at);
create index transfers_made on transfers (farm_id, created_at);
create index transfers_maker on transfers (created_by) where created_by is not null;
`;
