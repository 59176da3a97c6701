import type { Generated } from 'kysely';
import type { HookMessage } from '#contract/hooks.ts';

/** Webhooks: addresses that changes of the farm are sent to. */
export interface Hooks {
  farm_id: string;
  id: string;
  url: string;
  /** JSON: the types of events that it receives. */
  events: string;
  /** The signing secret, `whsec_…`. */
  secret: string;
  /** Deliveries are also signed with it until `previous_until`. */
  previous_secret: Generated<string | null>;
  previous_until: Generated<string | null>;
  state: 'on' | 'off';
  off_reason: Generated<'owner' | 'gone' | 'failing' | 'maker' | null>;
  /** The revision up to which deliveries were queued from the change log. */
  seen_revision: number;
  seen_n: number;
  created_by: string;
  created_at: string;
}

/** The delivery of one change to one webhook. */
export interface HookDeliveries {
  farm_id: string;
  hook_id: string;
  id: string;
  /** With `n`, the position in the change log. */
  revision: number;
  n: number;
  /** Deliveries with the same subject, such as an animal, are sent in order. */
  subject: string;
  type: HookMessage['type'];
  kind: HookMessage['data']['kind'];
  record_id: string;
  /** When the change was made. */
  at: string;
  /** 'held': may have been sent before the database was restored. */
  state: 'waiting' | 'done' | 'failed' | 'held';
  attempts: Generated<number>;
  run_at: string;
  tried_at: Generated<string | null>;
  /** The result of the last attempt: an HTTP status, or why there was none. */
  outcome: Generated<string | null>;
}
