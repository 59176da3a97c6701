import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { endIntegrationsOf } from '#server/http/api-keys.ts';
import { endSessionsIn } from '#server/http/sessions.ts';
import type { Job } from '#server/jobs/job.ts';
import { findMember, listEndedByTime, markEnded, revokeInvitations, type Whose } from './members.queries.ts';

/** Ends everything that a person has on a farm together with their membership, in one transaction. */
export async function endMembership(tx: Tx, whose: Whose, now: Date): Promise<void> {
  await markEnded(tx, whose, now);
  await endSessionsIn(tx, whose);
  await endIntegrationsOf(tx, whose.userId, now, whose.farmId);
  for (const table of ['reminders', 'push_subscriptions'] as const) {
    await tx.deleteFrom(table).where('farm_id', '=', whose.farmId).where('user_id', '=', whose.userId).execute();
  }
  await tx
    .updateTable('transfers')
    .set({ revoked_at: now.toISOString() })
    .where('farm_id', '=', whose.farmId)
    .where('created_by', '=', whose.userId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await revokeInvitations(tx, whose.farmId, { invitedBy: whose.userId }, now);
}

/** The guard checks the end of a membership itself, so nobody gets access before this job has run. */
export const endMembershipsByTime: Job = {
  name: 'memberships: end those for some days',
  everyMs: 600_000,
  run: async ({ db, now }, signal) => {
    for (const { farmId: id, userId } of await listEndedByTime(db, now())) {
      signal.throwIfAborted();
      const whose = { farmId: vouchedFarmId(id), userId };
      await inFarmTransaction(db, whose.farmId, async (tx) => {
        // They may have been invited again meanwhile.
        if (!(await findMember(tx, whose, now()))) await endMembership(tx, whose, now());
      });
    }
  },
};
