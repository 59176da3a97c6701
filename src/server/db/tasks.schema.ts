import type { Generated } from 'kysely';

/** Work that one of several servers does, once or again and again. */
export interface Tasks {
  id: string;
  kind: 'job' | 'mail' | 'end_subscription' | 'close_checkout';
  /** One task of a kind has this key: the name of a job, or the provider's id of what is to end. */
  dedupe_key: Generated<string | null>;
  /** 'held': it waits for the operator's decision; 'failed': given up. */
  state: Generated<'waiting' | 'held' | 'done' | 'failed'>;
  /** Not to be started before. */
  run_at: string;
  /** Its place in the queue: when it was queued, and later for each task of the same origin that waits before it. */
  run_order: string;
  /** Hash of the network address that caused it; empty for the server itself. */
  origin: Generated<string>;
  /** Of the attempt that is under way. */
  holder: Generated<string | null>;
  lease_until: Generated<string | null>;
  attempts: Generated<number>;
  created_at: string;
  /** Of a recurring task: when it last succeeded. */
  finished_at: Generated<string | null>;
  last_error: Generated<string | null>;
  /** JSON: what its kind needs to know. */
  payload: Generated<string | null>;
}

/** The content of the task with the same id, erased when that has been sent or given up. */
export interface Mails {
  id: string;
  to_address: string;
  subject: string;
  body: string;
  html: string | null;
  /** Which daily limit it counts towards; empty for none. */
  budget: Generated<string>;
}
