import { vouchedFarmId } from '#server/db/farm-id.ts';
import { endGrants } from '#server/db/grants.ts';
import { relistFarm } from '#server/db/listings.ts';
import type { MembershipKey } from '#server/db/memberships.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';
import { findMember, listEndedByTime, markEnded } from './members.queries.ts';

/** Ends everything that a person has on a farm together with their membership, in one transaction. */
export async function endMembership(tx: Tx, member: MembershipKey, now: Date): Promise<void> {
  await markEnded(tx, member, now);
  await endGrants(tx, { ...member, now });
  await relistFarm(tx, member.farmId);
}

/** The guard checks the end of a membership itself, so nobody gets access before this job has run. */
export const endMembershipsByTime: Job = {
  name: 'memberships: end those for some days',
  everyMs: 600_000,
  byAge: true,
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
