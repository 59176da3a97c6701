/** Farms, the people who belong to them, and how these sign in. */
export const accounts = `
create table farms (
  id text primary key,
  name text,
  address text,
  logo_url text,
  plan_type text check (plan_type in ('guest', 'basic', 'premium', 'enterprise')),
  plan_status text,
  trial_used_at text,
  plan_ends_at text,
  plan_cycle text,
  subscription_id text,
  trial_reminded_at text,
  epoch text default '' not null,
  weight_unit text default 'lbs' not null check (weight_unit in ('lbs', 'kg')),
  date_format text default 'mdy' not null check (date_format in ('mdy', 'dmy', 'ymd')),
  keeps text check (keeps in ('goat', 'sheep', 'both')),
  breeding_rules text,
  farm_numbers text,
  plan_picture text,
  filling text,
  filling_from bigint,
  filling_until text,
  revision bigint default 0 not null,
  stored_bytes bigint default 0 not null,
  measured_at_revision bigint default 0 not null,
  animal_count integer default 0 not null,
  event_count integer default 0 not null,
  created_at text not null,
  deleted_at text
);
create index farms_plan_ends on farms (plan_ends_at);
create index farms_filling on farms (filling_until) where filling is not null;
create index farms_deleted on farms (deleted_at) where deleted_at is not null;

create table users (
  id text primary key,
  username text not null,
  username_key text not null unique,
  email text not null,
  owner_name text,
  phone text,
  password_hash text not null,
  is_admin boolean default false not null,
  email_confirmed_at text,
  email_typed_in text,
  created_at text not null
);

create table memberships (
  farm_id text not null references farms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'manager', 'worker', 'vet', 'viewer')),
  added_by text references users (id) on delete set null,
  ended_at text,
  ends_at text,
  opened_at text,
  by_support boolean default false not null check ((not by_support) or (role = 'viewer' and ends_at is not null)),
  created_at text not null,
  constraint memberships_pk primary key (farm_id, user_id)
);
create index memberships_user on memberships (user_id, created_at, farm_id);
create index memberships_added_by on memberships (added_by) where added_by is not null;
create index memberships_end on memberships (ends_at) where ends_at is not null and ended_at is null;

create table invitations (
  farm_id text not null references farms (id) on delete cascade,
  id text not null,
  token_hash text not null unique,
  email text not null,
  email_key text not null,
  role text not null check (role in ('manager', 'worker', 'vet', 'viewer')),
  days integer check (days between 1 and 365),
  invited_by text references users (id) on delete set null,
  expires_at text not null,
  accepted_at text,
  revoked_at text,
  created_at text not null,
  constraint invitations_pk primary key (farm_id, id)
);
create unique index invitations_pending on invitations (farm_id, email_key) where accepted_at is null and revoked_at is null;
create index invitations_created on invitations (farm_id, created_at);
create index invitations_inviter on invitations (invited_by) where invited_by is not null;

create table people (
  farm_id text not null references farms (id) on delete cascade,
  id text not null,
  name text not null,
  constraint people_pk primary key (farm_id, id)
);
create unique index people_id on people (id);

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at text not null,
  has_temporary_password boolean default false not null,
  farm_id text not null,
  is_by_pin boolean default false not null,
  created_at text not null,
  constraint sessions_membership foreign key (farm_id, user_id) references memberships (farm_id, user_id) on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table device_pins (
  farm_id text not null references farms (id) on delete cascade,
  device_hash text not null check (length(device_hash) = 64),
  user_id text not null references users (id) on delete cascade,
  pin_hash text not null,
  wrong_tries integer default 0 not null check (wrong_tries between 0 and 5),
  expires_at text not null,
  created_at text not null,
  constraint device_pins_pk primary key (farm_id, device_hash, user_id)
);
create index device_pins_user on device_pins (user_id);

create table temporary_passwords (
  user_id text not null references users (id) on delete cascade,
  password_hash text not null,
  beginning text not null,
  expires_at text not null,
  constraint temporary_passwords_pk primary key (user_id, password_hash)
);

create table email_changes (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  old_email text not null,
  position integer not null,
  changed_at text not null,
  old_confirmed_at text,
  constraint email_changes_of_user unique (user_id, position)
);

create table email_confirmations (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  email text not null,
  created_at text not null
);
create index email_confirmations_user on email_confirmations (user_id);

create table api_keys (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  name text not null check (length(name) between 1 and 100),
  secret_hash text not null check (length(secret_hash) = 64),
  last_four text not null check (length(last_four) = 4),
  scopes text not null check (scopes like '[%]'),
  created_by text not null,
  expires_at text,
  used_on text check (length(used_on) = 10),
  revoked_at text,
  created_at text not null,
  constraint api_keys_pk primary key (farm_id, id)
);
create index api_keys_maker on api_keys (created_by);

create table setup_links (
  token_hash text primary key,
  created_at text not null
);

create table registration_links (
  token_hash text not null primary key,
  id text not null unique,
  email text not null,
  email_key text not null unique,
  expires_at text not null,
  created_at text not null
);
create index registration_links_expiry on registration_links (expires_at);

create table support_access (
  farm_id text not null primary key references farms (id) on delete cascade,
  allowed_at text not null,
  ends_at text not null
);

create table rate_limits (
  key text primary key,
  window_start text not null,
  hits integer not null
);
`;
