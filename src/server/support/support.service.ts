import type { CurrentUser } from '#contract/accounts.ts';
import type { SupportAccess } from '#contract/support.ts';
import { readCurrentUser } from '#server/accounts/accounts.queries.ts';
import { inAdminTransaction } from '#server/admin/admin-transaction.ts';
import { logChanges } from '#server/db/changes.ts';
import { findOwnedFarm } from '#server/db/memberships.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { InFarm, SignedIn } from '#server/http/guards.ts';
import { moveSession } from '#server/http/sessions.ts';
import { endMembership } from '#server/members/end-membership.ts';
import { Problem } from '#server/problem.ts';
import { hourMs, timeAfter } from '#server/time-after.ts';
import { addVisitor, allow, endAccess, findEnd, readAccess } from './support.queries.ts';

export function allowSupport({ db, now }: Deps, owner: InFarm, hours: number): Promise<SupportAccess> {
  const { farmId } = owner;
  return inFarmTransaction(db, farmId, async (tx) => {
    const at = now();
    const before = await findEnd(tx, farmId, at);
    const endsAt = timeAfter(at, hours * hourMs);
    await allow(tx, farmId, endsAt, at);
    await logChanges(tx, owner, at, [{ kind: 'farm', id: farmId, fields: { supportUntil: [before, endsAt] } }]);
    return readAccess(tx, farmId, at);
  });
}

/** Idempotent, so that a retry is harmless. */
export function endSupport({ db, now }: Deps, owner: InFarm): Promise<SupportAccess> {
  const { farmId } = owner;
  return inFarmTransaction(db, farmId, async (tx) => {
    const at = now();
    const before = await findEnd(tx, farmId, at);
    for (const userId of await endAccess(tx, farmId)) await endMembership(tx, { farmId, userId }, at);
    if (before !== null) {
      await logChanges(tx, owner, at, [{ kind: 'farm', id: farmId, fields: { supportUntil: [before, null] } }]);
    }
    return readAccess(tx, farmId, at);
  });
}

/** Recorded in the audit log of the administrators and in the history of the farm. */
export const visitFarm = (deps: Deps, admin: SignedIn, userId: string): Promise<CurrentUser> =>
  inAdminTransaction(
    deps,
    admin,
    async (tx, { record }) => {
      const at = deps.now();
      const { viewer } = admin;
      const farmId = await findOwnedFarm(tx, userId);
      if (!farmId) throw new Problem('admin.user_not_found');
      const endsAt = await findEnd(tx, farmId, at);
      if (endsAt === null) throw new Problem('support.not_allowed');
      await addVisitor(tx, farmId, viewer.userId, endsAt, at);
      await moveSession(tx, viewer.sessionHash, farmId);
      await record({ action: 'farm.visited', userId, detail: `until ${endsAt.slice(0, 16).replace('T', ' ')} UTC` });
      await logChanges(tx, { farmId, by: { user: viewer.userId }, call: 'visitFarm' }, at, [
        { kind: 'farm', id: farmId, fields: { supportUntil: [endsAt, endsAt] } },
      ]);
      return readCurrentUser(tx, viewer, at);
    },
    { farmsOf: userId },
  );
