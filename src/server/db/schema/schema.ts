import type { Generated } from 'kysely';
import type { AuditEntry } from '#contract/admin.ts';
import type { Verdict } from '#domain/imports/planned-row.ts';
import type { BillingCycle, PlanType } from '#domain/accounts/plans.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import type { DateFormat, FarmSpecies, WeightUnit } from '#domain/values/units.ts';
import type { AnimalTagFields } from '#domain/records/animal-tag.ts';
import type { BreedingRecordFields } from '#domain/records/breeding-record.ts';
import type { ApiKeys } from './api-keys.schema.ts';
import type {
  DevicePins,
  EmailChanges,
  EmailConfirmations,
  Invitations,
  Memberships,
  People,
  RegistrationLinks,
  Sessions,
  SetupLinks,
  SupportAccess,
  TemporaryPasswords,
  Users,
} from './accounts.schema.ts';
import type { Changes, Gone, Receipts } from './changes.schema.ts';
import type {
  Checkouts,
  CouponRedemptions,
  Coupons,
  PaymentEvents,
  HeldPayments,
  PaymentHouse,
  PricingPlans,
  Subscriptions,
} from './payments.schema.ts';
import { yesNoNames, type RowOf } from '../record-columns.ts';
import type { AnimalStates, Events, ListTables, Weights } from './journal.schema.ts';
import type { CalendarEntries, MailStops, PushSubscriptions, Reminders } from './reminders.schema.ts';
import type { HookDeliveries, Hooks } from './hooks.schema.ts';
import type { MarketTables } from './market.schema.ts';
import type { Papers, Transfers } from './papers.schema.ts';
import type { Mails, Tasks } from './tasks.schema.ts';

/**
 * The tables of both engines. Ids are UUIDv7 text, days `yyyy-MM-dd` text, moments ISO 8601 UTC text, money whole cents, weights grams.
 * The first column of a farm's table is `farm_id`.
 */
export interface Database extends MarketTables, ListTables {
  farms: Farms;
  users: Users;
  memberships: Memberships;
  invitations: Invitations;
  people: People;
  sessions: Sessions;
  device_pins: DevicePins;
  api_keys: ApiKeys;
  hooks: Hooks;
  hook_deliveries: HookDeliveries;
  temporary_passwords: TemporaryPasswords;
  setup_links: SetupLinks;
  rate_limits: RateLimits;
  tasks: Tasks;
  mails: Mails;
  pricing_plans: PricingPlans;
  coupons: Coupons;
  coupon_redemptions: CouponRedemptions;
  checkouts: Checkouts;
  subscriptions: Subscriptions;
  payment_events: PaymentEvents;
  payment_house: PaymentHouse;
  held_payments: HeldPayments;
  deleted_farms: DeletedFarms;
  restores: Restores;
  heartbeat: Heartbeat;
  animals: Animals;
  animal_tags: AnimalTags;
  files: Files;
  imports: Imports;
  import_rows: ImportRows;
  import_outcomes: ImportOutcomes;
  import_changes: ImportChanges;
  import_memory: ImportMemory;
  events: Events;
  weights: Weights;
  animal_states: AnimalStates;
  reminders: Reminders;
  push_subscriptions: PushSubscriptions;
  calendar_entries: CalendarEntries;
  mail_stops: MailStops;
  breeding_records: BreedingRecords;
  breeding_offspring: BreedingOffspring;
  papers: Papers;
  transfers: Transfers;
  audit_log: AuditLog;
  site_settings: SiteSettings;
  support_access: SupportAccess;
  registration_links: RegistrationLinks;
  abandoned_pictures: AbandonedPictures;
  email_changes: EmailChanges;
  email_confirmations: EmailConfirmations;
  gone: Gone;
  changes: Changes;
  receipts: Receipts;
}

/** Names of boolean columns, with every alias that queries give them: SQLite stores booleans as 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  ...yesNoNames,
  'is_registered',
  'takes_enquiries',
  'takesEnquiries',
  'wants_mail',
  'wantsMail',
  'is_remarked',
  'is_admin',
  'by_support',
  'isVisit',
  'isSupport',
  'isAdmin',
  'is_active',
  'isActive',
  'hasTemporaryPassword',
  'is_by_pin',
  'isByPin',
  'is_ending',
  'isEnding',
  'hasSubscription',
  'isOperator',
  'is_held',
  'is_received',
  'isReceived',
  'with_notes',
  'withNotes',
]);

interface Farms {
  id: string;
  name: string | null;
  address: string | null;
  logo_url: string | null;
  weight_unit: Generated<WeightUnit>;
  date_format: Generated<DateFormat>;
  keeps: Generated<FarmSpecies | null>;
  breeding_rules: Generated<string | null>;
  farm_numbers: Generated<string | null>;
  /** The picture beneath the outlines of places. */
  plan_picture: Generated<string | null>;
  plan_type: PlanType | null;
  plan_status: string | null;
  trial_used_at: string | null;
  trial_reminded_at: string | null;
  /** End of a plan that was granted for a limited time; null for plans that are paid for or granted permanently. */
  plan_ends_at: string | null;
  plan_cycle: BillingCycle | null;
  subscription_id: string | null;
  /** Grows with every change of the farm's data. Taking the next number locks the farm for the transaction. */
  revision: Generated<number>;
  /** At least what the farm has in all tables; the revision at which it was last measured (plans/measure-farms.ts). */
  stored_bytes: Generated<number>;
  measured_at_revision: Generated<number>;
  /** All animals, also outside parents; written with the log of changes, like the next one. */
  animal_count: Generated<number>;
  /** Events and breeding records: counting half a million takes 0.1 s. */
  event_count: Generated<number>;
  /** The large write in progress (db/fill-farm.ts), the revision before it, and until when its server holds it. */
  filling: Generated<string | null>;
  filling_from: Generated<number | null>;
  filling_until: Generated<string | null>;
  /** Changes with each restore of the database, so that browsers copy the farm again. */
  epoch: Generated<string>;
  created_at: string;
  deleted_at: Generated<string | null>;
}

interface RateLimits {
  key: string;
  window_start: string;
  hits: number;
}

interface DeletedFarms {
  id: string;
  deleted_at: string;
}

interface Restores {
  restored_at: string;
  is_held: boolean;
}

interface Heartbeat {
  id: number;
  beats: number;
  /** The PostgreSQL cluster and database that it is in; null with SQLite. */
  cluster: Generated<string | null>;
  /** The time at the last beat, and at the last one before which the clock had jumped. */
  at: Generated<string | null>;
  jumped_at: Generated<string | null>;
}

interface Animals extends RowOf<AnimalRecord> {
  farm_id: string;
  id: string;
  import_id: string | null;
  /** SHA-256 of the create request: distinguishes a retry from another request with the same id. */
  create_digest: string;
  version: Generated<number>;
  /** The farm's revision that wrote the row. */
  revision: number;
  created_at: string;
  updated_at: string;
}

interface AnimalTags extends RowOf<AnimalTagFields> {
  farm_id: string;
  id: string;
  /** The normalized number for lookups, equal for different spellings. */
  number_key: string;
  import_id: string | null;
  create_digest: string;
  version: Generated<number>;
  revision: number;
  created_at: string;
}

interface Files {
  farm_id: string;
  name: string;
  bytes: number;
  width: Generated<number | null>;
  height: Generated<number | null>;
  created_at: string;
  /** null while the upload or the removal of the file is under way; such a file is never served. */
  stored_at: string | null;
}

interface Imports {
  farm_id: string;
  id: string;
  file_name: string;
  state: 'staged' | 'applied' | 'undone';
  columns: string;
  answers: string;
  row_choices: string;
  /** JSON: the sheets of the workbook and which one this is; null if there is only one. */
  sheets: string | null;
  row_count: number;
  applied: string | null;
  undone: string | null;
  create_digest: string;
  created_at: string;
  applied_at: string | null;
  undone_at: string | null;
  /** JSON: how many of its rows are written, while they are. */
  progress: string | null;
}

interface ImportRows {
  farm_id: string;
  import_id: string;
  row_number: number;
  cells: string;
}

interface ImportOutcomes {
  farm_id: string;
  import_id: string;
  row_number: number;
  verdict: Verdict;
  is_remarked: boolean;
  outcome: string;
}

interface ImportChanges {
  farm_id: string;
  import_id: string;
  animal_id: string;
  before: string;
  /** The animal's version after the import; any other number means that it was changed since. */
  version_after: number;
}

/** What the farm last chose for a heading: field, unit, order of day and month. */
interface ImportMemory {
  farm_id: string;
  key: string;
  value: string;
}

interface BreedingRecords extends RowOf<BreedingRecordFields> {
  farm_id: string;
  id: string;
  expected_due_date: string;
  create_digest: string;
  /** The farm's revision that wrote the row or its offspring. */
  revision: number;
  created_at: string;
}

interface BreedingOffspring {
  farm_id: string;
  breeding_id: string;
  position: number;
  animal_id: string;
}

/** Keyed by the property names of `Site` in contract/site.ts; settings that were never set have no row. */
interface SiteSettings {
  name: string;
  value: string;
}

/** Acts of administrators and the operator. Names are looked up for as long as the account exists. */
interface AuditLog {
  id: string;
  happened_at: string;
  admin_id: string;
  action: AuditEntry['action'];
  user_id: string | null;
  subject: string | null;
  detail: string | null;
}

interface AbandonedPictures {
  name: string;
  abandoned_at: string;
}
