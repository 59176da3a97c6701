import { emailKey } from '#domain/values/email.ts';
import type { InvitableRole } from '#domain/accounts/members.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { expiresWithin } from '#server/db/expires-within.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { membershipsAt, type MembershipKey } from '#server/db/memberships.ts';
import { asFields, fieldsOf, toRow } from '#server/db/record-columns.ts';
import { isAny, countRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';

export const listMemberRows = (db: Db | Tx, farmId: FarmId, now: Date) =>
  membershipsAt(db, now)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.user_id', '=', 'memberships.user_id').onRef('sessions.farm_id', '=', 'memberships.farm_id'),
    )
    .select((eb) => [
      'users.id as userId',
      ...fieldsOf('users', 'username ownerName'),
      'memberships.role',
      'memberships.created_at as since',
      'memberships.ends_at as endsAt',
      eb.fn.max('sessions.expires_at').as('sessionEnd'),
    ])
    .where('memberships.farm_id', '=', farmId)
    .groupBy([
      'users.id',
      'users.username',
      'users.owner_name',
      'memberships.role',
      'memberships.created_at',
      'memberships.ends_at',
    ])
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute();

export const findMember = (db: Db | Tx, { farmId, userId }: MembershipKey, now: Date) =>
  membershipsAt(db, now)
    .select(['role', 'ends_at as endsAt', 'by_support as isSupport'])
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const hasOtherOwner = (tx: Tx, { farmId, userId }: MembershipKey, now: Date): Promise<boolean> =>
  isAny(
    membershipsAt(tx, now)
      .select('user_id')
      .where('farm_id', '=', farmId)
      .where('role', '=', 'owner')
      .where('user_id', '!=', userId)
      .limit(1),
  );

export const isMemberAddress = (tx: Tx, farmId: FarmId, email: string, now: Date): Promise<boolean> =>
  isAny(
    membershipsAt(tx, now)
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select('user_id')
      .where('farm_id', '=', farmId)
      .where('memberships.ends_at', 'is', null)
      .where((eb) => eb(eb.fn<string>('lower', ['users.email']), '=', emailKey(email)))
      .limit(1),
  );

export const invitationMs = 7 * dayMs;

const invitations = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      ...fieldsOf('invitations', 'id email'),
      ...asFields('role days username ownerName'),
      'invitations.created_at as createdAt',
      ...asFields('expiresAt acceptedAt'),
    ])
    .where('invitations.farm_id', '=', farmId)
    .where('revoked_at', 'is', null);

export type InvitationRow = Awaited<ReturnType<typeof listInvitationRows>>[number];

export const listInvitationRows = (db: Db | Tx, farmId: FarmId, now: Date) =>
  invitations(db, farmId)
    .where('invitations.created_at', '>', timeAfter(now, -30 * dayMs))
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .limit(500)
    .execute();

export const readInvitationRow = (tx: Tx, farmId: FarmId, id: string): Promise<InvitationRow> =>
  invitations(tx, farmId).where('invitations.id', '=', id).executeTakeFirstOrThrow();

/** The numbers of invitations sent since a moment, and of pending ones. */
export async function countInvitations(
  tx: Tx,
  farmId: FarmId,
  since: string,
  now: Date,
): Promise<{ sent: number; pending: number }> {
  const ofFarm = tx.selectFrom('invitations').where('farm_id', '=', farmId);
  const pending = ofFarm.where('accepted_at', 'is', null).where('revoked_at', 'is', null).where(expiresWithin(invitationMs, now));
  return { sent: await countRows(ofFarm.where('created_at', '>', since)), pending: await countRows(pending) };
}

interface NewInvitationRow {
  readonly id: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly role: InvitableRole;
  readonly days: number | null;
  readonly invitedBy: string;
  readonly expiresAt: string;
}

export const insertInvitation = (tx: Tx, farmId: FarmId, invitation: NewInvitationRow, now: Date): Promise<unknown> =>
  tx
    .insertInto('invitations')
    .values(toRow({ ...invitation, farmId, emailKey: emailKey(invitation.email), createdAt: now.toISOString() }))
    .execute();

export const isRevokedInvitation = (tx: Tx, farmId: FarmId, id: string): Promise<boolean> =>
  isAny(
    tx
      .selectFrom('invitations')
      .select('id')
      .where('farm_id', '=', farmId)
      .where('id', '=', id)
      .where('revoked_at', 'is not', null),
  );

export type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Finds an invitation by the token of its link, with its farm. */
export async function findInvitation(db: Db | Tx, tokenHash: string) {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('farms', 'farms.id', 'invitations.farm_id')
    .select([
      'farm_id as farmId',
      ...fieldsOf('invitations', 'id email'),
      ...asFields('role days invitedBy expiresAt acceptedAt revokedAt'),
      'farms.name as farmName',
    ])
    .where('token_hash', '=', tokenHash)
    .where('farms.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { ...row, farmId: vouchedFarmId(row.farmId) };
}

export const markAccepted = (tx: Tx, { farmId, id }: FoundInvitation, now: Date): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({ accepted_at: now.toISOString() })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();

/** Restores the membership of a former member. */
export async function joinFarm(
  tx: Tx,
  userId: string,
  { farmId, role, days, invitedBy }: FoundInvitation,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const membership = {
    role,
    added_by: invitedBy,
    created_at: at,
    ended_at: null,
    by_support: false,
    ends_at: days === null ? null : timeAfter(now, days * dayMs),
  };
  await tx
    .insertInto('memberships')
    .values({ farm_id: farmId, user_id: userId, ...membership })
    .onConflict((conflict) => conflict.columns(['farm_id', 'user_id']).doUpdateSet(membership))
    .execute();
}

export const setRole = (tx: Tx, { farmId, userId }: MembershipKey, role: InvitableRole | 'owner'): Promise<unknown> =>
  tx
    .updateTable('memberships')
    .set({ role, ...(role === 'owner' && { ends_at: null }) })
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .execute();

export const markEnded = (tx: Tx, { farmId, userId }: MembershipKey, now: Date): Promise<unknown> =>
  tx
    .updateTable('memberships')
    .set({ ended_at: now.toISOString() })
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .execute();

export const listEndedByTime = (db: Db, now: Date) =>
  db
    .selectFrom('memberships')
    .select(['farm_id as farmId', 'user_id as userId'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now.toISOString())
    .limit(200)
    .execute();
