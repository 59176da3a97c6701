import type { FastifyBaseLogger } from 'fastify';
import type { Passwords } from './passwords.ts';
import type { Config } from './config.ts';
import type { Db } from './db/engines/connect.ts';
import type { PublicReads } from './db/engines/replicas.ts';
import type { FileStore } from './storage/file-store.ts';
import type { RateLimiter } from './http/limits.ts';
import type { Payments } from './payment-provider/provider.ts';

/** The dependencies of the features. Tests replace only the clock and the folders. */
export interface Deps {
  readonly db: Db;
  readonly publicReads: Pick<PublicReads, 'read'>;
  readonly config: Config;
  readonly limits: RateLimiter;
  /** Counts visitors' reads and API keys' requests in memory, so that they cost no write. */
  readonly visits: Pick<RateLimiter, 'hit' | 'check'>;
  readonly passwords: Passwords;
  readonly pictures: FileStore;
  readonly payments: Payments;
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
  /** Call this when mail has been queued and committed. */
  readonly wakeMail: () => void;
}
