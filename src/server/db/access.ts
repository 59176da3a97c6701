import { expressionBuilder, type Transaction } from 'kysely';
import { maxMemberDays } from '#domain/accounts/members.ts';
import type { Authorization } from '#server/concurrency/caller.ts';
import { Problem } from '#server/problem.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { expiresWithin } from './expires-within.ts';
import type { Database } from './schema/schema.ts';

/** However often it is used, a session ends a year after the sign-in (ASVS 7.3.2). */
const maxSessionDays = 365;
export const oldestSignIn = (now: Date): string => timeAfter(now, -maxSessionDays * dayMs);

const where = expressionBuilder<Database, 'memberships' | 'sessions' | 'api_keys'>();

/** A membership ends after a year at most, and a visit by support after a day. A later end was set while the clock was ahead. */
export const isMemberAt = (now: Date) =>
  where.and([
    where('memberships.ended_at', 'is', null),
    where.or([
      where('memberships.ends_at', 'is', null),
      where.and([where('memberships.by_support', '=', false), expiresWithin(maxMemberDays * dayMs, now, 'memberships.ends_at')]),
      expiresWithin(dayMs, now, 'memberships.ends_at'),
    ]),
  ]);

const ofFarm = expressionBuilder<Database, 'farms'>();

/** When the owner's permission for support to view the farm ends; null if there is none. */
export const supportEnd = (now: Date) =>
  ofFarm
    .selectFrom('support_access')
    .select('support_access.ends_at')
    .whereRef('support_access.farm_id', '=', 'farms.id')
    .where(expiresWithin(dayMs, now, 'support_access.ends_at'));

export const isSessionAt = (now: Date) =>
  where.and([where('sessions.expires_at', '>', now.toISOString()), where('sessions.created_at', '>', oldestSignIn(now))]);

const isKeyAt = (now: Date) =>
  where.and([
    where('api_keys.revoked_at', 'is', null),
    where.or([where('api_keys.expires_at', 'is', null), where('api_keys.expires_at', '>', now.toISOString())]),
  ]);

/**
 * Checked again under the farm's lock: since the guard let the request in, its body may have taken hours to arrive, or a large import of the
 * farm minutes. After a change of the role the next attempt has the new role's rights. The session or key stays locked until the write ends,
 * so whoever ends the access also ends what this write has granted.
 */
export async function ensureAccess(tx: Transaction<Database>, farmId: string, access: Authorization | undefined): Promise<void> {
  if (!access) return;
  const { by, userId, role } = access;
  const now = access.now();
  const given =
    'session' in by
      ? tx.selectFrom('sessions').select('user_id').where('token_hash', '=', by.session).where(isSessionAt(now)).forUpdate()
      : tx.selectFrom('api_keys').select('created_by').where('id', '=', by.key).where(isKeyAt(now)).forUpdate();
  const found = await tx
    .selectFrom('memberships')
    .select('role')
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .where('user_id', 'in', given)
    .where(isMemberAt(now))
    .executeTakeFirst();
  if (!found) throw new Problem('session' in by ? 'session.required' : 'keys.invalid');
  if (found.role !== role) throw new Problem('server.busy', { retryAfter: 1 });
}
