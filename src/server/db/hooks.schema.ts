import type { Generated } from 'kysely';

/** An address that is told what changed on the farm. */
export interface Hooks {
  farm_id: string;
  id: string;
  url: string;
  /** JSON: the types of what it is told. */
  events: string;
  /** As `whsec_…`: what is sent is signed with it. */
  secret: string;
  /** Signs too, until `previous_until`. */
  previous_secret: Generated<string | null>;
  previous_until: Generated<string | null>;
  state: 'on' | 'off';
  /** Why it is off. */
  off_reason: Generated<'owner' | 'gone' | 'failing' | 'maker' | null>;
  /** Up to where in the log of changes deliveries were made. */
  seen_revision: number;
  seen_n: number;
  created_by: string;
  created_at: string;
}

/** One change for one hook. */
export interface HookDeliveries {
  farm_id: string;
  hook_id: string;
  id: string;
  /** With `n`, its place in the log of changes. */
  revision: number;
  n: number;
  /** Those about the same animal arrive in their order. */
  subject: string;
  type: string;
  kind: string;
  record_id: string;
  /** When the change was made. */
  at: string;
  /** 'held': may have been sent before the database was restored. */
  state: 'waiting' | 'done' | 'failed' | 'held';
  attempts: Generated<number>;
  run_at: string;
  tried_at: Generated<string | null>;
  /** What came of the last attempt: a status, or why there was none. */
  outcome: Generated<string | null>;
}
