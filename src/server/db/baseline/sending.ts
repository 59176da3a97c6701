/** What waits to be done or sent: tasks, mails, reminders, and the addresses that are told about changes. */
export const sending = `
create table tasks (
  id text primary key,
  kind text not null,
  dedupe_key text,
  state text default 'waiting' not null check (state in ('waiting', 'done', 'failed')),
  run_at text not null,
  run_order text not null,
  origin text default '' not null,
  holder text,
  lease_until text,
  attempts integer default 0 not null,
  finished_at text,
  last_error text,
  payload text,
  created_at text not null,
  constraint tasks_once unique (kind, dedupe_key)
);
create index tasks_waiting on tasks (state, kind, run_order, id);
create index tasks_origin on tasks (state, origin, run_order);

create table mails (
  id text primary key references tasks (id) on delete cascade,
  to_address text not null,
  subject text not null,
  body text not null,
  html text,
  budget text default '' not null,
  stop_url text,
  reply_to text
);
create index mails_budget on mails (budget);

create table reminders (
  farm_id text not null references farms (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  zone text not null check (length(zone) <= 60),
  calendar_hash text unique,
  calendar_kinds text not null check (calendar_kinds like '[%]'),
  calendar_made_at text,
  calendar_read_at text,
  mail_hour integer check (mail_hour between 0 and 23),
  mailed_on text,
  constraint reminders_pk primary key (farm_id, user_id)
);
create index reminders_user on reminders (user_id);
create index reminders_mail on reminders (mail_hour, farm_id, user_id) where mail_hour is not null;

create table mail_stops (
  token_hash text not null primary key,
  farm_id text not null,
  user_id text not null,
  created_at text not null,
  constraint mail_stops_reminders foreign key (farm_id, user_id) references reminders (farm_id, user_id) on delete cascade
);
create index mail_stops_person on mail_stops (farm_id, user_id, created_at);

create table calendar_entries (
  farm_id text not null,
  user_id text not null,
  key text not null,
  day text not null,
  title text not null,
  note text not null,
  sequence integer not null,
  changed_at text not null,
  cancelled_at text,
  constraint calendar_entries_pk primary key (farm_id, user_id, key),
  constraint calendar_entries_reminders foreign key (farm_id, user_id) references reminders (farm_id, user_id) on delete cascade
);

create table push_subscriptions (
  farm_id text not null,
  session_hash text not null references sessions (token_hash) on delete cascade,
  user_id text not null,
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  zone text not null check (length(zone) <= 60),
  hour integer not null check (hour between 0 and 23),
  pushed_on text,
  created_at text not null,
  constraint push_subscriptions_pk primary key (farm_id, session_hash),
  constraint push_subscriptions_membership foreign key (farm_id, user_id) references memberships (farm_id, user_id) on delete cascade
);
create index push_subscriptions_session on push_subscriptions (session_hash);
create index push_subscriptions_person on push_subscriptions (farm_id, user_id, created_at);

create table hooks (
  farm_id text not null references farms (id) on delete cascade,
  id text not null unique,
  url text not null check (length(url) <= 2000),
  events text not null check (events like '[%]'),
  secret text not null,
  previous_secret text,
  previous_until text,
  state text not null check (state in ('on', 'off')),
  off_reason text,
  seen_revision bigint not null,
  seen_n integer not null,
  created_by text not null,
  created_at text not null,
  constraint hooks_pk primary key (farm_id, id)
);
create index hooks_maker on hooks (created_by);

create table hook_deliveries (
  farm_id text not null,
  hook_id text not null,
  id text not null unique,
  n integer not null,
  subject text not null,
  type text not null,
  kind text not null,
  record_id text not null,
  at text not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'held')),
  attempts integer default 0 not null,
  run_at text not null,
  tried_at text,
  outcome text,
  revision bigint not null,
  constraint hook_deliveries_pk primary key (farm_id, id),
  constraint hook_deliveries_hook foreign key (farm_id, hook_id) references hooks (farm_id, id) on delete cascade
);
create index hook_deliveries_newest on hook_deliveries (farm_id, hook_id, id);
create index hook_deliveries_order on hook_deliveries (farm_id, hook_id, subject, revision, n) where state = 'waiting';
create index hook_deliveries_due on hook_deliveries (run_at) where state = 'waiting';
`;
