import type { Member } from '#contract/members.ts';
import { mayManage, needsSeveralPeople, type FarmRole } from '#domain/accounts/members.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { relistFarm } from '#server/db/listings.ts';
import { findLastFarm, markOpened } from '#server/db/memberships.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { moveSession, sessionDays } from '#server/http/sessions.ts';
import { Problem } from '#server/problem.ts';
import { dayMs } from '#server/time-after.ts';
import { endMembership } from './end-membership.ts';
import { findMember, hasOtherOwner, listMemberRows, setRole } from './members.queries.ts';
import { ensurePlanHas } from './plan-of-people.ts';

const order: readonly FarmRole[] = ['owner', 'manager', 'worker', 'vet', 'viewer'];

export async function listMembers(db: Db | Tx, { farmId, viewer, rights }: PersonInFarm, now: Date): Promise<Member[]> {
  const rows = await listMemberRows(db, farmId, now);
  return rows
    .map(({ userId, username, ownerName, role, since, endsAt, sessionEnd }) => ({
      userId,
      name: ownerName ?? username,
      role,
      since,
      endsAt,
      // A session is extended once a day by a fixed time, so its last use follows from its end.
      lastSeen:
        sessionEnd !== null && rights.has('invite')
          ? new Date(Date.parse(sessionEnd) - sessionDays * dayMs).toISOString().slice(0, 10)
          : null,
      isYou: userId === viewer.userId,
    }))
    .toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}

/** Reads both members again under the farm's lock, because the caller's rights may have been revoked meanwhile. */
async function readPair(
  tx: Tx,
  { farmId, viewer }: PersonInFarm,
  userId: string,
  now: Date,
): Promise<{ own: FarmRole; target: FarmRole; isSupport: boolean }> {
  const own = await findMember(tx, { farmId, userId: viewer.userId }, now);
  const target = await findMember(tx, { farmId, userId }, now);
  if (!target) throw new Problem('members.not_found');
  if (!own) throw new Problem('access.role');
  return { own: own.role, target: target.role, isSupport: target.isSupport };
}

export async function changeMember({ db, now }: Deps, person: PersonInFarm, userId: string, role: FarmRole): Promise<Member> {
  const { farmId, viewer, log } = person;
  const isSelf = userId === viewer.userId;
  return inFarmTransaction(db, farmId, async (tx) => {
    const { own, target, isSupport } = await readPair(tx, person, userId, now());
    if (role !== target) {
      // An operator who is viewing the farm always stays a viewer.
      if (isSupport || !mayManage(own, role) || !mayManage(own, target)) throw new Problem('access.role');
      if (isSelf && target === 'owner' && !(await hasOtherOwner(tx, { farmId, userId }, now()))) {
        throw new Problem('members.last_owner');
      }
      if (needsSeveralPeople(role)) await ensurePlanHas(tx, farmId);
      await setRole(tx, { farmId, userId }, role);
      // A farm that is handed over has one owner.
      if (role === 'owner') await setRole(tx, { farmId, userId: viewer.userId }, 'manager');
      await relistFarm(tx, farmId);
      log.info({ security: 'role on a farm changed', farmId, userId, by: viewer.userId, role });
    }
    const member = (await listMembers(tx, person, now())).find((one) => one.userId === userId);
    if (!member) throw new Problem('members.not_found');
    return member;
  });
}

export async function removeMember({ db, now }: Deps, person: PersonInFarm, userId: string): Promise<void> {
  const { farmId, viewer, log } = person;
  await inFarmTransaction(db, farmId, async (tx) => {
    if (userId === viewer.userId) return endOwnMembership(tx, person, now());
    const { own, target } = await readPair(tx, person, userId, now());
    if (!mayManage(own, target)) throw new Problem('access.role');
    await endMembership(tx, { farmId, userId }, now());
    log.info({ security: 'removed from a farm', farmId, userId, by: viewer.userId });
  });
}

/** The session goes on in another farm of the person; resolves with false if they have none, and it has ended. */
export const leaveFarm = ({ db, now }: Pick<Deps, 'db' | 'now'>, person: PersonInFarm): Promise<boolean> =>
  inFarmTransaction(db, person.farmId, async (tx) => {
    const { userId, sessionHash } = person.viewer;
    const other = await findLastFarm(tx, userId, now(), person.farmId);
    if (other) {
      await moveSession(tx, sessionHash, other);
      await markOpened(tx, { farmId: other, userId }, now());
    }
    await endOwnMembership(tx, person, now());
    return other !== undefined;
  });

async function endOwnMembership(tx: Tx, { farmId, viewer, log }: PersonInFarm, now: Date): Promise<void> {
  const member = { farmId, userId: viewer.userId };
  const own = await findMember(tx, member, now);
  if (own?.role === 'owner' && !(await hasOtherOwner(tx, member, now))) throw new Problem('members.last_owner');
  await endMembership(tx, member, now);
  log.info({ security: 'left a farm', ...member });
}
