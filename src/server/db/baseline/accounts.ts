import type { Generated } from 'kysely';
import type { FarmRole, InvitableRole } from '#domain/accounts/members.ts';
import type { BillingCycle, PlanType } from '#domain/accounts/plans.ts';
import type { DateFormat, FarmSpecies, WeightUnit } from '#domain/values/units.ts';
import { column, table } from './table.ts';

/** Farms, the people who belong to them, and how these sign in. */
export const accounts = {
  farms: table(
    {
      id: 'text primary key',
      name: 'text',
      address: 'text',
      logo_url: 'text',
      plan_type: column<PlanType | null>("text check (plan_type in ('guest', 'basic', 'premium', 'enterprise'))"),
      plan_status: 'text',
      trial_used_at: 'text',
      /** End of a plan that was granted for a limited time; null for plans that are paid for or granted permanently. */
      plan_ends_at: 'text',
      plan_cycle: column<BillingCycle | null>('text'),
      subscription_id: 'text',
      trial_reminded_at: 'text',
      /** Changes with each restore of the database, so that browsers copy the farm again. */
      epoch: "text default '' not null",
      weight_unit: column<Generated<WeightUnit>>("text default 'lbs' not null check (weight_unit in ('lbs', 'kg'))"),
      date_format: column<Generated<DateFormat>>("text default 'mdy' not null check (date_format in ('mdy', 'dmy', 'ymd'))"),
      keeps: column<FarmSpecies | null>("text check (keeps in ('goat', 'sheep', 'both'))"),
      breeding_rules: 'text',
      farm_numbers: 'text',
      /** The picture beneath the outlines of places. */
      plan_picture: 'text',
      /** The large write in progress (db/fill-farm.ts), the revision before it, and until when its server holds it. */
      filling: 'text',
      filling_from: 'bigint',
      filling_until: 'text',
      /** Grows with every change of the farm's data. Taking the next number locks the farm for the transaction. */
      revision: 'bigint default 0 not null',
      /** At least what the farm has in all tables; the revision at which it was last measured (plans/measure-farms.ts). */
      stored_bytes: 'bigint default 0 not null',
      measured_at_revision: 'bigint default 0 not null',
      /** All animals, also outside parents; written with the log of changes, like the next one. */
      animal_count: 'integer default 0 not null',
      /** Events and breeding records: counting half a million takes 0.1 s. */
      event_count: 'integer default 0 not null',
      created_at: 'text not null',
      deleted_at: 'text',
    },
    'create index farms_plan_ends on farms (plan_ends_at)',
    'create index farms_filling on farms (filling_until) where filling is not null',
    'create index farms_deleted on farms (deleted_at) where deleted_at is not null',
  ),
  users: table({
    id: 'text primary key',
    username: 'text not null',
    /** The normalized username (NFKC, lower case), for comparison. */
    username_key: 'text not null unique',
    email: 'text not null',
    owner_name: 'text',
    phone: 'text',
    password_hash: 'text not null',
    is_admin: 'boolean default false not null',
    email_confirmed_at: 'text',
    /** Hash of the session in which the address was typed; null after the address was restored. */
    email_typed_in: 'text',
    created_at: 'text not null',
  }),
  /** Current and past memberships of people on farms. */
  memberships: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      user_id: 'text not null references users (id) on delete cascade',
      role: column<FarmRole>("text not null check (role in ('owner', 'manager', 'worker', 'vet', 'viewer'))"),
      /** null for the founder of the farm, or if the account of the person who added them was deleted. */
      added_by: 'text references users (id) on delete set null',
      /** null while the person is a member. */
      ended_at: 'text',
      /** When the membership ends by itself; null: never. */
      ends_at: 'text',
      /** When a session last switched to the farm; signing in opens the one that was opened last. */
      opened_at: 'text',
      /** A visit by an operator with the owner's consent; a constraint requires the viewer role and an end. */
      by_support: "boolean default false not null check ((not by_support) or (role = 'viewer' and ends_at is not null))",
      created_at: 'text not null',
    },
    'constraint memberships_pk primary key (farm_id, user_id)',
    'create index memberships_user on memberships (user_id, created_at, farm_id)',
    'create index memberships_added_by on memberships (added_by) where added_by is not null',
    'create index memberships_end on memberships (ends_at) where ends_at is not null and ended_at is null',
  ),
  /** Invitations to a farm that were mailed. */
  invitations: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      id: 'text not null',
      token_hash: 'text not null unique',
      email: 'text not null',
      /** The lower-case address, with at most one pending invitation on a farm. */
      email_key: 'text not null',
      role: column<InvitableRole>("text not null check (role in ('manager', 'worker', 'vet', 'viewer'))"),
      /** The duration of the membership in days; null: no end. */
      days: 'integer check (days between 1 and 365)',
      /** null if the account of the person who invited was deleted. */
      invited_by: 'text references users (id) on delete set null',
      expires_at: 'text not null',
      accepted_at: 'text',
      revoked_at: 'text',
      created_at: 'text not null',
    },
    'constraint invitations_pk primary key (farm_id, id)',
    'create unique index invitations_pending on invitations (farm_id, email_key) where accepted_at is null and revoked_at is null',
    'create index invitations_created on invitations (farm_id, created_at)',
    'create index invitations_inviter on invitations (invited_by) where invited_by is not null',
  ),
  /** People of a farm without an account. */
  people: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      id: 'text not null',
      name: 'text not null',
    },
    'constraint people_pk primary key (farm_id, id)',
    'create unique index people_id on people (id)',
  ),
  sessions: table(
    {
      token_hash: 'text primary key',
      user_id: 'text not null references users (id) on delete cascade',
      expires_at: 'text not null',
      has_temporary_password: 'boolean default false not null',
      /** The farm that this device works in. */
      farm_id: 'text not null',
      /** Opened with a PIN instead of the password. */
      is_by_pin: 'boolean default false not null',
      created_at: 'text not null',
    },
    'constraint sessions_membership foreign key (farm_id, user_id) references memberships (farm_id, user_id) on delete cascade',
    'create index sessions_user on sessions (user_id)',
    'create index sessions_expiry on sessions (expires_at)',
  ),
  /** PINs with which people of a farm switch sessions on a shared device. */
  device_pins: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      /** The hash of the token in the device's cookie. */
      device_hash: 'text not null check (length(device_hash) = 64)',
      user_id: 'text not null references users (id) on delete cascade',
      /** The hash of the PIN and the device's token, without which the few possible PINs cannot be tried. */
      pin_hash: 'text not null',
      wrong_tries: 'integer default 0 not null check (wrong_tries between 0 and 5)',
      /** Extended with each use. */
      expires_at: 'text not null',
      created_at: 'text not null',
    },
    'constraint device_pins_pk primary key (farm_id, device_hash, user_id)',
    'create index device_pins_user on device_pins (user_id)',
  ),
  temporary_passwords: table(
    {
      user_id: 'text not null references users (id) on delete cascade',
      password_hash: 'text not null',
      /** First letters of the password; empty in rows older than this column. */
      beginning: 'text not null',
      expires_at: 'text not null',
    },
    'constraint temporary_passwords_pk primary key (user_id, password_hash)',
  ),
  /** Replaced email addresses, for as long as their owners can restore them. */
  email_changes: table(
    {
      token_hash: 'text primary key',
      user_id: 'text not null references users (id) on delete cascade',
      old_email: 'text not null',
      position: 'integer not null',
      changed_at: 'text not null',
      old_confirmed_at: 'text',
    },
    'constraint email_changes_of_user unique (user_id, position)',
  ),
  email_confirmations: table(
    {
      token_hash: 'text primary key',
      user_id: 'text not null references users (id) on delete cascade',
      email: 'text not null',
      created_at: 'text not null',
    },
    'create index email_confirmations_user on email_confirmations (user_id)',
  ),
  /** Credentials of programs. Rows of revoked keys stay, because the history refers to them. */
  api_keys: table(
    {
      farm_id: 'text not null references farms (id) on delete cascade',
      id: 'text not null unique',
      name: 'text not null check (length(name) between 1 and 100)',
      /** SHA-256 of the secret, which has 256 random bits. */
      secret_hash: 'text not null check (length(secret_hash) = 64)',
      last_four: 'text not null check (length(last_four) = 4)',
      /** JSON: the names of its scopes. */
      scopes: "text not null check (scopes like '[%]')",
      /** The person in whose name it acts; it never has more than their current rights. */
      created_by: 'text not null',
      /** null: never. */
      expires_at: 'text',
      /** The day of the last request. */
      used_on: 'text check (length(used_on) = 10)',
      revoked_at: 'text',
      created_at: 'text not null',
    },
    'constraint api_keys_pk primary key (farm_id, id)',
    'create index api_keys_maker on api_keys (created_by)',
  ),
  setup_links: table({
    token_hash: 'text primary key',
    created_at: 'text not null',
  }),
  /** Links for registering while registration is closed. A used link is deleted. */
  registration_links: table(
    {
      token_hash: 'text not null primary key',
      id: 'text not null unique',
      email: 'text not null',
      /** The normalized address, for comparison. */
      email_key: 'text not null unique',
      expires_at: 'text not null',
      created_at: 'text not null',
    },
    'create index registration_links_expiry on registration_links (expires_at)',
  ),
  /** Permissions of owners for the operators to view their farm. */
  support_access: table({
    farm_id: 'text not null primary key references farms (id) on delete cascade',
    allowed_at: 'text not null',
    ends_at: 'text not null',
  }),
  rate_limits: table({
    key: 'text primary key',
    window_start: 'text not null',
    hits: 'integer not null',
  }),
};
