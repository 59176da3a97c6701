import type { Generated } from 'kysely';
import type { HookMessage } from '#contract/hooks.ts';
import { column, table } from './table.ts';

/** What waits to be done or sent: tasks, mails, reminders, and the addresses that are told about changes. */
export const sending = {
  /** Background work, once or recurring, done by one of several servers. */
  tasks: table(
    {
      id: 'text primary key',
      kind: column<'job' | 'mail' | 'push' | 'end_subscription' | 'close_checkout'>('text not null'),
      /** Unique per kind: the name of a job, the device and day of a push, or the provider's id of the subscription or checkout. */
      dedupe_key: 'text',
      /** 'failed' ones are not tried again. */
      state: column<Generated<'waiting' | 'done' | 'failed'>>(
        "text default 'waiting' not null check (state in ('waiting', 'done', 'failed'))",
      ),
      run_at: 'text not null',
      /** The time of queueing, increased for each waiting task of the same origin, so that no origin delays the others. */
      run_order: 'text not null',
      /** Hash of the network address that caused it; empty for the server itself. */
      origin: "text default '' not null",
      holder: 'text',
      lease_until: 'text',
      attempts: 'integer default 0 not null',
      /** When a recurring task last succeeded. */
      finished_at: 'text',
      last_error: 'text',
      payload: 'text',
      created_at: 'text not null',
    },
    'constraint tasks_once unique (kind, dedupe_key)',
    'create index tasks_waiting on tasks (state, kind, run_order, id)',
    'create index tasks_origin on tasks (state, origin, run_order)',
  ),
  /** The mail of the task with the same id, erased when it has been sent or has failed. */
  mails: table(
    {
      id: 'text primary key references tasks (id) on delete cascade',
      to_address: 'text not null',
      subject: 'text not null',
      body: 'text not null',
      html: 'text',
      /** The daily limit that the mail counts towards; empty for none. */
      budget: "text default '' not null",
      /** The URL of one-click unsubscription. */
      stop_url: 'text',
      /** The Reply-To address, if it is not the product's (decision 40). */
      reply_to: 'text',
    },
    'create index mails_budget on mails (budget)',
  ),
  /** How a person is reminded of due tasks on a farm. */
  reminders: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      user_id: 'text not null references users (id) on delete cascade',
      zone: 'text not null check (length(zone) <= 60)',
      /** The hash of the token in the link; null if there is no link. */
      calendar_hash: 'text unique',
      /** JSON: the kinds of entries in the calendar. */
      calendar_kinds: "text not null check (calendar_kinds like '[%]')",
      calendar_made_at: 'text',
      calendar_read_at: 'text',
      /** Local hour in the zone; null: no mail. */
      mail_hour: 'integer check (mail_hour between 0 and 23)',
      /** The last day for which a mail was queued or not needed. */
      mailed_on: 'text',
    },
    'constraint reminders_pk primary key (farm_id, user_id)',
    'create index reminders_user on reminders (user_id)',
    'create index reminders_mail on reminders (mail_hour, farm_id, user_id) where mail_hour is not null',
  ),
  /** Unsubscribe links in mails that have been sent. */
  mail_stops: table(
    {
      token_hash: 'text not null primary key',
      farm_id: 'text not null',
      user_id: 'text not null',
      created_at: 'text not null',
    },
    'constraint mail_stops_reminders foreign key (farm_id, user_id) references reminders (farm_id, user_id) on delete cascade',
    'create index mail_stops_person on mail_stops (farm_id, user_id, created_at)',
  ),
  /** The entries of a calendar as last sent, so that changes get a sequence number and removed entries are cancelled. */
  calendar_entries: table(
    {
      farm_id: 'text not null',
      user_id: 'text not null',
      key: 'text not null',
      day: 'text not null',
      title: 'text not null',
      note: 'text not null',
      sequence: 'integer not null',
      changed_at: 'text not null',
      cancelled_at: 'text',
    },
    'constraint calendar_entries_pk primary key (farm_id, user_id, key)',
    'constraint calendar_entries_reminders foreign key (farm_id, user_id) references reminders (farm_id, user_id) on delete cascade',
  ),
  /** A device of a person, as long as its session lasts. */
  push_subscriptions: table(
    {
      farm_id: 'text not null',
      session_hash: 'text not null references sessions (token_hash) on delete cascade',
      user_id: 'text not null',
      endpoint: 'text not null check (length(endpoint) <= 1000)',
      /** The keys of the browser, in base64url (RFC 8291). */
      p256dh: 'text not null check (length(p256dh) <= 100)',
      auth: 'text not null check (length(auth) <= 40)',
      zone: 'text not null check (length(zone) <= 60)',
      hour: 'integer not null check (hour between 0 and 23)',
      /** The last day for which a notification was queued or not needed. */
      pushed_on: 'text',
      created_at: 'text not null',
    },
    'constraint push_subscriptions_pk primary key (farm_id, session_hash)',
    'constraint push_subscriptions_membership foreign key (farm_id, user_id) references memberships (farm_id, user_id) on delete cascade',
    'create index push_subscriptions_session on push_subscriptions (session_hash)',
    'create index push_subscriptions_person on push_subscriptions (farm_id, user_id, created_at)',
  ),
  /** Webhooks: addresses that changes of the farm are sent to. */
  hooks: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      id: 'text not null unique',
      url: 'text not null check (length(url) <= 2000)',
      /** JSON: the types of events that it receives. */
      events: "text not null check (events like '[%]')",
      /** The signing secret, `whsec_…`. */
      secret: 'text not null',
      /** Deliveries are also signed with it until `previous_until`. */
      previous_secret: 'text',
      previous_until: 'text',
      state: column<'on' | 'off'>("text not null check (state in ('on', 'off'))"),
      off_reason: column<'owner' | 'gone' | 'failing' | 'maker' | null>('text'),
      /** The revision up to which deliveries were queued from the change log. */
      seen_revision: 'bigint not null',
      seen_n: 'integer not null',
      created_by: 'text not null',
      created_at: 'text not null',
    },
    'constraint hooks_pk primary key (farm_id, id)',
    'create index hooks_maker on hooks (created_by)',
  ),
  /** The delivery of one change to one webhook. */
  hook_deliveries: table(
    {
      farm_id: 'text not null',
      hook_id: 'text not null',
      id: 'text not null unique',
      n: 'integer not null',
      /** Deliveries with the same subject, such as an animal, are sent in order. */
      subject: 'text not null',
      type: column<HookMessage['type']>('text not null'),
      kind: column<HookMessage['data']['kind']>('text not null'),
      record_id: 'text not null',
      /** When the change was made. */
      at: 'text not null',
      /** 'held': may have been sent before the database was restored. */
      state: column<'waiting' | 'done' | 'failed' | 'held'>(
        "text not null check (state in ('waiting', 'done', 'failed', 'held'))",
      ),
      attempts: 'integer default 0 not null',
      run_at: 'text not null',
      tried_at: 'text',
      /** The result of the last attempt: an HTTP status, or why there was none. */
      outcome: 'text',
      /** With `n`, the position in the change log. */
      revision: 'bigint not null',
    },
    'constraint hook_deliveries_pk primary key (farm_id, id)',
    'constraint hook_deliveries_hook foreign key (farm_id, hook_id) references hooks (farm_id, id) on delete cascade',
    'create index hook_deliveries_newest on hook_deliveries (farm_id, hook_id, id)',
    "create index hook_deliveries_order on hook_deliveries (farm_id, hook_id, subject, revision, n) where state = 'waiting'",
    "create index hook_deliveries_due on hook_deliveries (run_at) where state = 'waiting'",
  ),
};
