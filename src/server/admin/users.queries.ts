import { sql } from 'kysely';
import type { AdminUser, UserSearch, UserSort } from '#contract/admin.ts';
import { supportEnd } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { ownedFarm } from '#server/db/memberships.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';
import { sessionDays } from '#server/http/sessions.ts';
import { countActiveOf } from '#server/plans/plans.queries.ts';
import { dayMs } from '#server/time-after.ts';
import { hasLiveSubscription } from '#server/subscriptions/payment-tasks.queries.ts';

const orders = {
  // Ids are UUIDv7 and begin with their time.
  newest: { column: 'users.id', direction: 'desc' },
  oldest: { column: 'users.id', direction: 'asc' },
  name: { column: 'users.username_key', direction: 'asc' },
} as const satisfies Record<UserSort, { column: string; direction: 'asc' | 'desc' }>;

type UserRow = AdminUser & { readonly cursor: string };

export async function listUsers(db: Db, { search = '', sort, limit, cursor }: UserSearch, now: Date): Promise<UserRow[]> {
  const { column, direction } = orders[sort];
  const words = search.split(' ').filter((word) => word !== '');
  const found = await users(db, now)
    .select(`${column} as cursor`)
    .$if(cursor !== undefined, (query) => query.where(column, direction === 'asc' ? '>' : '<', cursor ?? ''))
    .where((eb) =>
      eb.and(
        words.map((word) =>
          eb.or([
            contains('users.username_key', word.normalize('NFKC')),
            contains('users.email', word),
            contains('farms.name', word),
          ]),
        ),
      ),
    )
    .orderBy(column, direction)
    .limit(limit + 1)
    .execute();
  return withActivity(db, found);
}

const contains = (column: string, word: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

export async function findUser(tx: Tx, id: string, now: Date): Promise<AdminUser | undefined> {
  const found = await users(tx, now).where('users.id', '=', id).executeTakeFirst();
  return found && (await withActivity(tx, [found]))[0];
}

const users = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('users')
    .leftJoin('farms', (join) => join.on('farms.id', '=', ownedFarm))
    .select((eb) => [
      ...fieldsOf('users', 'id username email'),
      sql<AdminUser['role']>`case when users.is_admin then 'admin' else coalesce(farms.plan_type, 'guest') end`.as('role'),
      'farms.id as farmId',
      'farms.name as farmName',
      'farms.plan_type as subscriptionPlan',
      'farms.plan_status as subscriptionStatus',
      hasLiveSubscription(eb).$castTo<boolean>().as('hasSubscription'),
      'users.created_at as createdAt',
      // A revision is at least the time in milliseconds.
      'farms.revision',
      supportEnd(now).as('supportUntil'),
      eb
        .selectFrom('sessions')
        .select((session) => session.fn.max('expires_at').as('end'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('sessionEnd'),
    ]);

type StoredUser = Awaited<ReturnType<ReturnType<typeof users>['execute']>>[number];

async function withActivity<T extends StoredUser>(
  db: Db | Tx,
  found: readonly T[],
): Promise<(Omit<T, 'farmId' | 'revision' | 'sessionEnd'> & AdminUser)[]> {
  const counts = await countActiveOf(
    db,
    found.flatMap(({ farmId }) => farmId ?? []),
  );
  return found.map(({ farmId, revision, sessionEnd, ...user }) => ({
    ...user,
    animalCount: counts.get(farmId ?? '') ?? 0,
    lastActive: lastActiveOf(user.createdAt, revision, sessionEnd),
  }));
}

/** Sessions are extended once a day. */
function lastActiveOf(createdAt: string, revision: number | null, sessionEnd: string | null): string | null {
  const lastRequest = sessionEnd === null ? 0 : Date.parse(sessionEnd) - sessionDays * dayMs;
  const last = Math.max(lastRequest, revision ?? 0);
  return last < Date.parse(createdAt) - dayMs ? null : new Date(last).toISOString().slice(0, 10);
}

export const setAdmin = (tx: Tx, userId: string, isAdmin: boolean): Promise<unknown> =>
  tx.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', userId).execute();

/** Memberships, sessions and temporary passwords are deleted by cascade. */
export const deletePerson = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('users').where('id', '=', userId).execute();
