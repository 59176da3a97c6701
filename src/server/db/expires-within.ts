import { expressionBuilder } from 'kysely';
import { latestEnd } from '#server/time-after.ts';
import type { Database } from './schema/schema.ts';

const where = expressionBuilder<Database, 'invitations' | 'registration_links' | 'temporary_passwords'>();

/** `endsWithin` as a condition of a query. */
export const expiresWithin = (ms: number, now: Date) =>
  where.and([where('expires_at', '>', now.toISOString()), where('expires_at', '<=', latestEnd(ms, now))]);
