import { vouchedFarmId } from '#server/db/farm-id.ts';
import type { MembershipKey } from '#server/db/memberships.ts';
import { revokeTransfers } from '#server/db/revoke-transfers.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { endIntegrationsOf } from '#server/http/api-keys.ts';
import { endSessionsIn } from '#server/http/sessions.ts';
import type { Job } from '#server/jobs/job.ts';
import { findMember, listEndedByTime, markEnded, revokeInvitations } from './members.queries.ts';

/** Ends everything that a person has on a farm together with their membership, in one transaction. */
export async function endMembership(tx: Tx, member: MembershipKey, now: Date): Promise<void> {
  await markEnded(tx, member, now);
  await endSessionsIn(tx, member);
  await endIntegrationsOf(tx, member.userId, now, member.farmId);
  for (const table of ['reminders', 'push_subscriptions'] as const) {
    await tx.deleteFrom(table).where('farm_id', '=', member.farmId).where('user_id', '=', member.userId).execute();
  }
  await revokeTransfers(tx, member.farmId, ['created_by', member.userId], now);
  await revokeInvitations(tx, member.farmId, ['invited_by', member.userId], now);
}

/** The guard checks the end of a membership itself, so nobody gets access before this job has run. */
export const endMembershipsByTime: Job = {
  name: 'memberships: end those for some days',
  everyMs: 600_000,
  run: async ({ db, now }, signal) => {
    for (const { farmId: id, userId } of await listEndedByTime(db, now())) {
      signal.throwIfAborted();
      const member = { farmId: vouchedFarmId(id), userId };
      await inFarmTransaction(db, member.farmId, async (tx) => {
        // They may have been invited again meanwhile.
        if (!(await findMember(tx, member, now()))) await endMembership(tx, member, now());
      });
    }
  },
};
