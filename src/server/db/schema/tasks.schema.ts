import type { Generated } from 'kysely';

/** Background work, once or recurring, done by one of several servers. */
export interface Tasks {
  id: string;
  kind: 'job' | 'mail' | 'push' | 'end_subscription' | 'close_checkout';
  /** Unique per kind: the name of a job, the device and day of a push, or the provider's id of the subscription or checkout. */
  dedupe_key: Generated<string | null>;
  /** 'failed' ones are not tried again. */
  state: Generated<'waiting' | 'done' | 'failed'>;
  run_at: string;
  /** The time of queueing, increased for each waiting task of the same origin, so that no origin delays the others. */
  run_order: string;
  /** Hash of the network address that caused it; empty for the server itself. */
  origin: Generated<string>;
  holder: Generated<string | null>;
  lease_until: Generated<string | null>;
  attempts: Generated<number>;
  created_at: string;
  /** When a recurring task last succeeded. */
  finished_at: Generated<string | null>;
  last_error: Generated<string | null>;
  payload: Generated<string | null>;
}

/** The mail of the task with the same id, erased when it has been sent or has failed. */
export interface Mails {
  id: string;
  to_address: string;
  subject: string;
  body: string;
  html: string | null;
  /** The URL of one-click unsubscription. */
  stop_url: Generated<string | null>;
  /** The Reply-To address, if it is not the product's (decision 40). */
  reply_to: Generated<string | null>;
  /** The daily limit that the mail counts towards; empty for none. */
  budget: Generated<string>;
}
