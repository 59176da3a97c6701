import type { Transaction } from 'kysely';
import type { Access } from '#server/concurrency/caller.ts';
import { Problem } from '#server/problem.ts';
import type { Database } from './schema/schema.ts';

/**
 * Since the guard let a request in, its body may have taken hours to arrive, or a large import of the farm minutes. After a change of the
 * role the next attempt has the rights of the new one.
 */
export async function ensureAccess(tx: Transaction<Database>, farmId: string, access: Access | undefined): Promise<void> {
  if (!access) return;
  const { by, userId, role } = access;
  const given =
    'session' in by
      ? tx.selectFrom('sessions').select('user_id').where('token_hash', '=', by.session)
      : tx.selectFrom('api_keys').select('created_by').where('id', '=', by.key).where('revoked_at', 'is', null);
  const found = await tx
    .selectFrom('memberships')
    .select('role')
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .where('user_id', 'in', given)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Problem('session' in by ? 'session.required' : 'keys.invalid');
  if (found.role !== role) throw new Problem('server.busy', { retryAfter: 1 });
}
