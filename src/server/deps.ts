import type { FastifyBaseLogger } from 'fastify';
import type { Passwords } from './passwords.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { PublicReads } from './db/replicas.ts';
import type { FileStore } from './storage/file-store.ts';
import type { RateLimiter } from './http/limits.ts';
import type { Payments } from './payment-provider/provider.ts';

/** What the features are built on. Tests give another clock or another folder; nothing else is ever replaced. */
export interface Deps {
  readonly db: Db;
  /** For what visitors read: answered by a replica where there is one. */
  readonly publicReads: Pick<PublicReads, 'read'>;
  readonly config: Config;
  readonly limits: RateLimiter;
  /** Counts reads of visitors: each server by itself, so that they cost no write. */
  readonly visits: Pick<RateLimiter, 'hit'>;
  readonly passwords: Passwords;
  readonly pictures: FileStore;
  readonly payments: Payments;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  /** Mail was queued and committed: whoever delivers it may look now. */
  readonly wakeMail: () => void;
}
