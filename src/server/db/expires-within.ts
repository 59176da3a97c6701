import { expressionBuilder } from 'kysely';
import { latestEnd } from '#server/time-after.ts';
import type { Database } from './schema/schema.ts';

const where = expressionBuilder<
  Database,
  'invitations' | 'memberships' | 'registration_links' | 'support_access' | 'temporary_passwords'
>();

/** `endsWithin` as a condition of a query. */
export const expiresWithin = (
  ms: number,
  now: Date,
  end: 'expires_at' | 'memberships.ends_at' | 'support_access.ends_at' = 'expires_at',
) => where.and([where(end, '>', now.toISOString()), where(end, '<=', latestEnd(ms, now))]);
