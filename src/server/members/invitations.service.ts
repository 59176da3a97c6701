import { emailKey } from '#domain/values/email.ts';
import { uuidv7 } from 'uuidv7';
import type { Invitation, NewInvitation } from '#contract/members.ts';
import { mayManage, needsSeveralPeople } from '#domain/accounts/members.ts';
import { publicAddress } from '#server/config.ts';
import { revokeOpen } from '#server/db/revoke-open.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { Problem } from '#server/problem.ts';
import { dayMs, endsWithin, timeAfter } from '#server/time-after.ts';
import { invitationMail } from './members.mail.ts';
import {
  countInvitations,
  findMember,
  insertInvitation,
  invitationMs,
  isMemberAddress,
  isRevokedInvitation,
  listInvitationRows,
  readInvitationRow,
  type InvitationRow,
} from './members.queries.ts';
import { ensurePlanHas } from './plan-of-people.ts';

/** The limit per farm. */
const maxPending = 100;
const maxPerDay = 50;

const toInvitation = ({ username, ownerName, acceptedAt, ...row }: InvitationRow, now: Date): Invitation => ({
  ...row,
  invitedBy: ownerName ?? username,
  state: acceptedAt !== null ? 'accepted' : endsWithin(row.expiresAt, invitationMs, now) ? 'pending' : 'expired',
});

export async function listInvitations({ db, now }: Deps, { farmId }: PersonInFarm): Promise<Invitation[]> {
  const at = now();
  const rows = await listInvitationRows(db, farmId, at);
  return rows.map((row) => toInvitation(row, at));
}

/** The result does not reveal whether there is an account with the address. */
export async function invite(deps: Deps, person: PersonInFarm, { email, role, days = null }: NewInvitation): Promise<Invitation> {
  const { db, config, now } = deps;
  const { farmId, viewer, log } = person;
  const token = newToken();
  const id = uuidv7();
  const invitation = await inFarmTransaction(db, farmId, async (tx) => {
    const at = now();
    const own = await findMember(tx, { farmId, userId: viewer.userId }, at);
    if (!own || !mayManage(own.role, role)) throw new Problem('access.role');
    if (needsSeveralPeople(role)) await ensurePlanHas(tx, farmId);
    // Only people with a confirmed address may make the server write to others.
    const { email_confirmed_at } = await tx
      .selectFrom('users')
      .select('email_confirmed_at')
      .where('id', '=', viewer.userId)
      .executeTakeFirstOrThrow();
    if (email_confirmed_at === null) throw new Problem('mail.unconfirmed');
    if (await isMemberAddress(tx, farmId, email, at)) throw new Problem('members.already');
    await revokeOpen(tx, 'invitations', [farmId], ['email_key', emailKey(email)], at);
    const { sent, pending } = await countInvitations(tx, farmId, timeAfter(at, -dayMs), at);
    if (pending >= maxPending) throw tooMany('Many invitations are waiting for an answer. Cancel some of them first.', 3600);
    if (sent >= maxPerDay) throw tooMany('Your farm has sent many invitations today. Try again tomorrow.', 86_400);
    const expiresAt = timeAfter(at, invitationMs);
    await insertInvitation(
      tx,
      farmId,
      { id, tokenHash: hashToken(token), email, role, days, invitedBy: viewer.userId, expiresAt },
      at,
    );
    const mail = invitationMail({ role, days, url: `${publicAddress(config)}/login?invitation=${token}` });
    const retryAfter = await mailTo(tx, { email, emailConfirmedAt: null }, 'invitation', mail, at);
    if (retryAfter !== undefined) throw tooMany('This address got several emails today. Try again tomorrow.', retryAfter);
    return toInvitation(await readInvitationRow(tx, farmId, id), at);
  });
  deps.wakeMail();
  log.info({ security: 'invited to a farm', farmId, by: viewer.userId, role });
  return invitation;
}

const tooMany = (message: string, retryAfter: number): Problem => new Problem('request.too_many', { message, retryAfter });

export const revokeInvitation = ({ db, now }: Deps, { farmId }: PersonInFarm, id: string): Promise<void> =>
  inFarmTransaction(db, farmId, async (tx) => {
    const revoked = await revokeOpen(tx, 'invitations', [farmId], ['id', id], now());
    if (revoked === 0n && !(await isRevokedInvitation(tx, farmId, id))) throw new Problem('invitations.not_found');
  });
