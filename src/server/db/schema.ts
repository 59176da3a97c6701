import type { Generated } from 'kysely';
import type { AuditEntry } from '#contract/admin.ts';
import type { AnimalStatus, HealthStatus, Sex, Species } from '#domain/animals.ts';
import type { BreedingOutcome } from '#domain/breeding.ts';
import type { Verdict } from '#domain/imports/plan.ts';
import type { BillingCycle, PlanType } from '#domain/plans.ts';
import type { EmailChanges, EmailConfirmations, Sessions, SetupLinks, TemporaryPasswords, Users } from './accounts.schema.ts';
import type {
  Checkouts,
  CouponRedemptions,
  Coupons,
  PaymentEvents,
  HeldPayments,
  PaymentHouse,
  PaymentTasks,
  PricingPlans,
  Subscriptions,
} from './payments.schema.ts';
import type { Listings, Offered, StaleListings } from './market.schema.ts';

/**
 * The tables of both engines. Ids are UUIDv7 text, days `yyyy-MM-dd` text, moments ISO 8601 UTC text, money whole cents, weights grams.
 * A table of a farm leads with `farm_id`.
 */
export interface Database {
  farms: Farms;
  users: Users;
  sessions: Sessions;
  temporary_passwords: TemporaryPasswords;
  setup_links: SetupLinks;
  rate_limits: RateLimits;
  outbox: Outbox;
  pricing_plans: PricingPlans;
  coupons: Coupons;
  coupon_redemptions: CouponRedemptions;
  checkouts: Checkouts;
  subscriptions: Subscriptions;
  payment_events: PaymentEvents;
  payment_tasks: PaymentTasks;
  payment_house: PaymentHouse;
  held_payments: HeldPayments;
  deleted_farms: DeletedFarms;
  restores: Restores;
  heartbeat: Heartbeat;
  animals: Animals;
  files: Files;
  imports: Imports;
  import_rows: ImportRows;
  import_outcomes: ImportOutcomes;
  import_changes: ImportChanges;
  import_memory: ImportMemory;
  health_records: HealthRecords;
  breeding_records: BreedingRecords;
  breeding_offspring: BreedingOffspring;
  listings: Listings;
  audit_log: AuditLog;
  abandoned_pictures: AbandonedPictures;
  jobs: Jobs;
  email_changes: EmailChanges;
  email_confirmations: EmailConfirmations;
  farm_sizes: FarmSizes;
  stale_listings: StaleListings;
  offered: Offered;
}

/** Columns that hold booleans, under every name a query gives them: SQLite keeps them as 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  'is_remarked',
  'is_admin',
  'isAdmin',
  'is_active',
  'isActive',
  'vaccinated',
  'for_sale',
  'forSale',
  'is_reference',
  'isReference',
  'hasTemporaryPassword',
  'cdnt',
  'hoofs_trimmed',
  'hoofsTrimmed',
  'dewormed',
  'is_ending',
  'isEnding',
  'hasSubscription',
  'isOperator',
  'is_paused',
  'isPaused',
]);

interface Farms {
  id: string;
  name: string | null;
  address: string | null;
  logo_url: string | null;
  plan_type: PlanType | null;
  /** 'active', 'trial', 'expired', … */
  plan_status: string | null;
  trial_used_at: string | null;
  /** When its people were told that the trial ends soon. */
  trial_reminded_at: string | null;
  /** When a plan that was given for a time ends; null while it is paid for, or given for good. */
  plan_ends_at: string | null;
  plan_cycle: BillingCycle | null;
  /** The subscription that pays for the plan and moves its status. */
  subscription_id: string | null;
  /** Grows with every change of anything the farm owns; taking the next number locks the farm for the transaction. */
  revision: Generated<number>;
  created_at: string;
  /** When its last person was deleted; a job removes its rows. */
  deleted_at: Generated<string | null>;
}

/** How many rows a farm has; written by triggers alone (0015_large_farms). */
interface FarmSizes {
  farm_id: string;
  /** Of any status, parents that the farm does not keep too. */
  animals: number;
  /** Without those. */
  kept: number;
  /** Those that are under the cap. */
  active: number;
  /** Health and breeding records. */
  events: number;
}

interface RateLimits {
  key: string;
  window_start: string;
  hits: number;
}

interface Outbox {
  id: string;
  to_address: string;
  subject: string;
  body: string;
  /** The same words for programs that show them nicely. */
  html: string | null;
  created_at: string;
  next_attempt_at: string;
  attempts: Generated<number>;
  sent_at: string | null;
  last_error: string | null;
  /** Which daily limit it counts towards; empty for none. */
  budget: Generated<string>;
  /** Hash of the network address that caused it; empty for the server itself. */
  origin: Generated<string>;
  /** Its place in the queue: when it was queued, and later for each mail of the same origin that waits before it. */
  send_order: Generated<string>;
  /** Perhaps sent before a restore: it waits for the operator's word. */
  held_since: string | null;
}

interface DeletedFarms {
  id: string;
  deleted_at: string;
}

/** Each time this database was put back to an earlier state. */
interface Restores {
  /** Counts on: the highest is the last. */
  id: number;
  backup_id: string | null;
  restored_at: string;
  /** A copy beside the installation that it was taken from: it does nothing outside. */
  is_paused: boolean;
  /** What the payment provider had last said by then, by its clock. */
  heard_until: string | null;
  /** When the payment provider has told what happened since the backup. */
  reconciled_at: string | null;
}

/** One row, which counts the minutes in which a server was at work. */
interface Heartbeat {
  id: number;
  beats: number;
}

interface Animals {
  farm_id: string;
  id: string;
  tag_number: string;
  name: string | null;
  species: Species;
  sex: Sex;
  birth_date: string | null;
  birth_year: number | null;
  breed: string | null;
  color: string | null;
  mother_id: string | null;
  father_id: string | null;
  pedigree_url: string | null;
  vaccinated: boolean;
  image_url: string | null;
  notes: string | null;
  status: AnimalStatus;
  health_status: HealthStatus;
  for_sale: boolean;
  sale_price_cents: number | null;
  sale_description: string | null;
  birth_weight_grams: number | null;
  weaning_weight_grams: number | null;
  weaning_age_days: number | null;
  is_reference: boolean;
  import_id: string | null;
  /** SHA-256 of what the row was created from: tells a retried create from another one with the same id. */
  create_digest: string;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

/** Pictures the farm has kept; `name` is the content hash with its ending. */
interface Files {
  farm_id: string;
  name: string;
  bytes: number;
  created_at: string;
  /** When the store had all of it; null: it is on its way, or being cleared away, and nothing may show it. */
  stored_at: string | null;
}

/** A spreadsheet that a farm brought in, or is about to. */
interface Imports {
  farm_id: string;
  id: string;
  file_name: string;
  state: 'staged' | 'applied' | 'undone';
  /** JSON: the columns with their fields. */
  columns: string;
  /** JSON: what the person answered. */
  answers: string;
  /** JSON: pairs of a row's number and whether it is taken in. */
  row_choices: string;
  /** JSON: the sheets of its workbook, and which of them it is; null: there is only one. */
  sheets: string | null;
  row_count: number;
  /** JSON: what it did. */
  applied: string | null;
  /** JSON: what taking it back did. */
  undone: string | null;
  create_digest: string;
  created_at: string;
  applied_at: string | null;
  undone_at: string | null;
  /** JSON: how far a server is that is writing it at the moment, and when it said so. */
  progress: string | null;
}

interface ImportRows {
  farm_id: string;
  import_id: string;
  row_number: number;
  /** JSON array of the cells as text. */
  cells: string;
}

/** What became of each row once the import was done. */
interface ImportOutcomes {
  farm_id: string;
  import_id: string;
  row_number: number;
  verdict: Verdict;
  is_remarked: boolean;
  /** JSON: the row as the plan had it. */
  outcome: string;
}

/** An animal that the farm had before and the import changed. */
interface ImportChanges {
  farm_id: string;
  import_id: string;
  animal_id: string;
  /** JSON: the fields it changed, as they were. */
  before: string;
  /** The animal's version after the import: another number means it was changed since. */
  version_after: number;
}

/** What the farm said of a heading the last time: its field, its unit, its order of day and month. */
interface ImportMemory {
  farm_id: string;
  key: string;
  value: string;
}

interface HealthRecords {
  farm_id: string;
  id: string;
  animal_id: string;
  date: string;
  record_type: string;
  health_status: HealthStatus;
  description: string;
  weight_grams: number | null;
  veterinarian: string;
  medication: string;
  dosage: string;
  next_due_date: string | null;
  notes: string;
  cdnt: boolean;
  hoofs_trimmed: boolean;
  dewormed: boolean;
  /** The import that brought it. */
  import_id: string | null;
  create_digest: string;
  created_at: string;
}

interface BreedingRecords {
  farm_id: string;
  id: string;
  father_id: string;
  mother_id: string;
  breeding_date: string;
  expected_due_date: string;
  actual_birth_date: string | null;
  notes: string | null;
  outcome: BreedingOutcome;
  create_digest: string;
  created_at: string;
}

/** The young a breeding record names, in the order they were chosen. */
interface BreedingOffspring {
  farm_id: string;
  breeding_id: string;
  position: number;
  animal_id: string;
}

/** What an administrator did, without names of people: those are looked up as long as the account is there. */
interface AuditLog {
  id: string;
  happened_at: string;
  admin_id: string;
  action: AuditEntry['action'];
  /** Whom it was done to. */
  user_id: string | null;
  /** Which plan or coupon it was done to. */
  subject: string | null;
  detail: string | null;
}

/** Pictures of farms that were deleted: their files are still to be removed. */
interface AbandonedPictures {
  name: string;
  abandoned_at: string;
}

/** Work in the background, a row each. Whoever holds one runs it. */
interface Jobs {
  name: string;
  holder: string | null;
  lease_until: string | null;
  last_started_at: string | null;
  last_finished_at: string | null;
  last_error: string | null;
}
