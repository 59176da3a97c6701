import type { CurrentUser } from '#contract/accounts.ts';
import type { Farm, OpenInvitation } from '#contract/members.ts';
import { isSameAddress } from '#domain/values/email.ts';
import { mayManage, roleOnPlan } from '#domain/accounts/members.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { findMembership, listFarmsOf, markOpened } from '#server/db/memberships.ts';
import { inTransaction, lockFarm, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { ensureByPassword, type SignedIn } from '#server/http/guards.ts';
import { hashToken, moveSession } from '#server/http/sessions.ts';
import {
  findInvitation,
  findMember,
  invitationMs,
  joinFarm,
  markAccepted,
  type FoundInvitation,
} from '#server/members/members.queries.ts';
import { Problem } from '#server/problem.ts';
import { endsWithin } from '#server/time-after.ts';
import { attemptLink } from './attempt-link.ts';
import { lockAccount, readCurrentUser, setAddress } from './accounts.queries.ts';

export async function openInvitation({ db, limits, now }: Deps, token: string, ip: string): Promise<OpenInvitation> {
  const { email, role, days, farmName, expiresAt } = await attemptLink(limits, 'invitation', ip, () =>
    readInvitation(db, token, now()),
  );
  return { email, role, days, farmName, expiresAt };
}

/** Finds a valid invitation, whose sender must still have the right to invite in that role. */
async function readInvitation(db: Db | Tx, token: string, now: Date): Promise<FoundInvitation> {
  const found = await findInvitation(db, hashToken(token));
  const isOpen = found && found.acceptedAt === null && found.revokedAt === null && endsWithin(found.expiresAt, invitationMs, now);
  if (!isOpen || found.invitedBy === null) throw new Problem('invitations.invalid');
  const inviter = await findMember(db, { farmId: found.farmId, userId: found.invitedBy }, now);
  if (!inviter || !mayManage(inviter.role, found.role)) throw new Problem('invitations.invalid');
  return found;
}

/** The farm is locked first, so that of two concurrent acceptances the second one finds the invitation used. */
export async function joinByInvitation(
  tx: Tx,
  { userId, email }: { readonly userId: string; readonly email: string },
  token: string,
  now: Date,
): Promise<FarmId> {
  const known = await findInvitation(tx, hashToken(token));
  if (!known) throw new Problem('invitations.invalid');
  await lockFarm(tx, known.farmId);
  const farm = { farmId: known.farmId, userId };
  const member = await findMember(tx, farm, now);
  const isMyAddress = isSameAddress(known.email, email);
  // A retry after a lost answer.
  const isJoined = member !== undefined && isMyAddress && known.acceptedAt !== null;
  if (!isJoined) {
    const invitation = await readInvitation(tx, token, now);
    if (!isMyAddress) throw new Problem('invitations.other_address');
    await markAccepted(tx, invitation, now);
    // A link must not reduce the rights of somebody who is already a member.
    if (!member || member.endsAt !== null) await joinFarm(tx, userId, invitation, now);
  }
  await markOpened(tx, farm, now);
  return known.farmId;
}

export async function acceptInvitation(deps: Deps, person: SignedIn, token: string): Promise<CurrentUser> {
  ensureByPassword(person);
  const { viewer, ip, log } = person;
  const { db, limits, now } = deps;
  return attemptLink(limits, 'invitation', ip, () =>
    inTransaction(db, async (tx) => {
      const before = await findInvitation(tx, hashToken(token));
      if (before) await lockFarm(tx, before.farmId);
      const account = await lockAccount(tx, viewer.userId);
      if (!account) throw new Problem('session.required');
      const farmId = await joinByInvitation(tx, account, token, now());
      if (account.emailConfirmedAt === null) {
        await setAddress(tx, account.userId, { ...account, emailConfirmedAt: now().toISOString() });
      }
      await moveSession(tx, viewer.sessionHash, farmId);
      log.info({ security: 'joined a farm', userId: viewer.userId, farmId, ip });
      return readCurrentUser(tx, viewer, now());
    }),
  );
}

export async function listFarms({ db, now }: Deps, { viewer }: SignedIn): Promise<Farm[]> {
  const farms = await listFarmsOf(db, viewer.userId, now());
  return farms.map(({ id, name, role, planType, planStatus }) => ({
    id,
    name,
    role: roleOnPlan(role, planType, planStatus),
    isOpen: id === viewer.farmId,
  }));
}

/** The id is untrusted until a membership of the person with it is found. */
export async function openFarm({ db, now }: Deps, person: SignedIn, id: string): Promise<CurrentUser> {
  ensureByPassword(person);
  const { viewer } = person;
  return inTransaction(db, async (tx) => {
    const farmId = await findMembership(tx, viewer.userId, id, now());
    if (!farmId) throw new Problem('farms.not_found');
    await markOpened(tx, { farmId, userId: viewer.userId }, now());
    await moveSession(tx, viewer.sessionHash, farmId);
    return readCurrentUser(tx, viewer, now());
  });
}
