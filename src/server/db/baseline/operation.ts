/** The installation: its settings, what administrators did, deleted farms, restores. */
export const operation = `
create table site_settings (
  name text not null primary key,
  value text not null check (length(value) between 1 and 1000)
);

-- People by id, without a foreign key: the line outlives the account, their name does not.
create table audit_log (
  id text primary key,
  happened_at text not null,
  admin_id text not null,
  action text not null,
  user_id text,
  subject text,
  detail text
);

-- The id alone: that a farm was deleted, and is not merely missing from a restored database.
create table deleted_farms (
  id text primary key,
  deleted_at text not null
);

-- While one is held, no mail, payment, hook, backup or clean-up goes out.
create table restores (
  restored_at text primary key,
  is_held boolean not null
);

-- One row, which counts the minutes in which a server was at work, so that a database that went back is noticed, and a clock that jumped.
create table heartbeat (
  id integer primary key check (id = 1),
  beats integer not null,
  cluster text,
  at text,
  jumped_at text
);
insert into heartbeat (id, beats) values (1, 0);
`;
