import { createHash, randomBytes } from 'node:crypto';
import { roleOnPlan, type FarmRole } from '#domain/accounts/members.ts';
import { isMemberAt, isSessionAt, oldestSignIn } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { fieldsOf, toRow } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';
import { farmHasWaitingYoung } from '#server/db/waiting-young.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';

export const sessionDays = 30;

/** More than the browsers of one person, and few enough to end all quickly. */
const maxSessions = 100;

/** The user of a request, read each time, so that a changed role or an ended membership takes effect at the next request. */
export interface Viewer {
  readonly userId: string;
  /** The farm that this session works in. */
  readonly farmId: FarmId;
  /** The effective role of the person on it, which depends on its plan. */
  readonly role: FarmRole;
  /** The assigned role, which is effective if the plan allows it. */
  readonly grantedRole: FarmRole;
  readonly revision: number;
  /** Whether a large import is filling the farm (db/fill-farm.ts). */
  readonly isFilling: boolean;
  /** Whether young of the farm wait for room in its plan (rule 51). */
  readonly hasWaitingYoung: boolean;
  readonly isAdmin: boolean;
  readonly sessionHash: string;
  /** The session was opened with a PIN, so it has fewer rights than one opened with the password. */
  readonly isByPin: boolean;
}

export interface SessionMarks {
  readonly hasTemporaryPassword?: boolean;
  readonly isByPin?: boolean;
}

/** Ends the oldest sessions over the limit. Returns the cookie's token, of which only a hash is stored. */
export async function beginSession(
  db: Db | Tx,
  { userId, farmId }: Pick<Viewer, 'userId' | 'farmId'>,
  now: Date,
  { hasTemporaryPassword = false, isByPin = false }: SessionMarks = {},
): Promise<string> {
  const token = newToken();
  const times = { createdAt: now.toISOString(), expiresAt: expiry(now) };
  await db
    .insertInto('sessions')
    .values(toRow({ tokenHash: hashToken(token), userId, farmId, hasTemporaryPassword, isByPin, ...times }))
    .execute();
  await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions as newer')
        .select('newer.token_hash')
        .where('newer.user_id', '=', userId)
        // Sessions may have been started while the clock was ahead.
        .where('newer.token_hash', '!=', hashToken(token))
        .orderBy('newer.created_at', 'desc')
        .orderBy('newer.token_hash')
        // SQLite requires LIMIT with OFFSET.
        .limit(1000)
        .offset(maxSessions - 1),
    )
    .execute();
  return token;
}

export async function findViewer(db: Db, token: string, now: Date): Promise<Viewer | undefined> {
  const sessionHash = hashToken(token);
  const row = await findSession(db, sessionHash, now);
  if (!row) return undefined;
  // Extended once a day, not with every request. A full disk must not prevent reading, and a session started while the clock was ahead is
  // shortened.
  const at = now.toISOString();
  const leftMs = Date.parse(row.expiresAt) - now.getTime();
  if (leftMs < (sessionDays - 1) * dayMs || leftMs > (sessionDays + 1) * dayMs) {
    await db
      .updateTable('sessions')
      .set({ expires_at: expiry(now), created_at: row.createdAt < at ? row.createdAt : at })
      .where('token_hash', '=', sessionHash)
      .execute()
      .catch(() => {});
  }
  const { userId, farmId, role: grantedRole, planType, planStatus, revision, filling, hasWaitingYoung, isAdmin, isByPin } = row;
  const role = roleOnPlan(grantedRole, planType, planStatus);
  return {
    userId,
    farmId: vouchedFarmId(farmId),
    role,
    grantedRole,
    revision,
    isFilling: filling !== null,
    hasWaitingYoung: Boolean(hasWaitingYoung),
    isAdmin,
    sessionHash,
    isByPin,
  };
}

/** When the password was entered in this session; undefined if it was opened with a PIN. */
export async function readSessionStart(db: Db, sessionHash: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', sessionHash)
    .where('is_by_pin', '=', false)
    .executeTakeFirst();
  return row && new Date(row.created_at);
}

/** Does not find sessions whose membership has ended. */
const findSession = (db: Db, sessionHash: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.farm_id', '=', 'sessions.farm_id').onRef('memberships.user_id', '=', 'sessions.user_id'),
    )
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('farms', 'farms.id', 'sessions.farm_id')
    .select((eb) => [
      farmHasWaitingYoung(eb).as('hasWaitingYoung'),
      'users.id as userId',
      'sessions.farm_id as farmId',
      'memberships.role',
      'users.is_admin as isAdmin',
      ...fieldsOf('farms', 'revision filling planType planStatus'),
      ...fieldsOf('sessions', 'createdAt expiresAt isByPin'),
    ])
    .where('sessions.token_hash', '=', sessionHash)
    .where(isMemberAt(now))
    .where(isSessionAt(now))
    .executeTakeFirst();

export async function endSession(db: Db | Tx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute();
}

export const moveSession = (tx: Tx, sessionHash: string, farmId: FarmId): Promise<unknown> =>
  tx.updateTable('sessions').set({ farm_id: farmId }).where('token_hash', '=', sessionHash).execute();

/** Also deletes expired PINs. */
export async function endExpiredSessions(db: Db, now: Date): Promise<void> {
  for (const table of ['sessions', 'device_pins'] as const) {
    await db
      .deleteFrom(table)
      .where((eb) => eb.or([eb('expires_at', '<=', now.toISOString()), eb('created_at', '<=', oldestSignIn(now))]))
      .execute();
  }
}

/** A secret of 256 random bits, for a cookie, a link or a key. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const expiry = (now: Date): string => timeAfter(now, sessionDays * dayMs);
