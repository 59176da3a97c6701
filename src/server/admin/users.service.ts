import { plural } from '#domain/values/plural.ts';
import type { AdminUser } from '#contract/admin.ts';
import { tierLabels, type tiers } from '#domain/accounts/plans.ts';
import { accountDeletedMail } from '#server/accounts/accounts.mail.ts';
import { lockAccount, type Account } from '#server/accounts/accounts.queries.ts';
import { countMailedPasswords } from '#server/accounts/temporary-passwords.queries.ts';
import { prepareTemporaryPassword, waitText } from '#server/accounts/password-reset.service.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { relistFarm } from '#server/db/listings.ts';
import { deleteMemberships, findOwnedFarm, listFarmsLeft, type FarmLeft } from '#server/db/memberships.ts';
import type { Tx } from '#server/db/transaction.ts';
import { markForDeletion } from '#server/files/files.queries.ts';
import { removeMarkedPictures } from '#server/files/files.service.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { forgetMails } from '#server/mail/outbox.queries.ts';
import { endPayments } from '#server/subscriptions/payment-tasks.queries.ts';
import { assignPlan } from '#server/subscriptions/farm-plan.queries.ts';
import { inAdminTransaction } from './admin-transaction.ts';
import { markDeleted, removeFarm } from './remove-farm.ts';
import { deletePerson, findUser, setAdmin } from './users.queries.ts';

export function changeTier(deps: Deps, admin: SignedIn, userId: string, tier: (typeof tiers)[number]): Promise<AdminUser> {
  return inAdminTransaction(
    deps,
    admin,
    async (tx, { admins, record }) => {
      await lockPerson(tx, userId);
      const farmId = await findOwnedFarm(tx, userId);
      const before = await readUser(tx, userId, deps.now());
      if (tier !== 'admin' && admins.every((id) => id === userId)) throw new Problem('admin.last_admin');
      await setAdmin(tx, userId, tier === 'admin');
      if (tier !== 'admin' && farmId) await assignPlan(tx, farmId, tier, deps.now());
      else if (tier !== 'admin' && tier !== 'guest')
        throw Problem.field('role', 'This person owns no farm, so there is no plan to set.');
      await record({ action: 'user.role_changed', userId, detail: `${tierLabels[before.role]} → ${tierLabels[tier]}` });
      return readUser(tx, userId, deps.now());
    },
    { farmsOf: userId },
  );
}

const resetsPerUser = { hits: 3, seconds: 3600 };
const tooManyResets =
  'You have sent this person three temporary passwords within the hour. The newest still works; try again later.';

export async function resetPassword(deps: Deps, admin: SignedIn, userId: string): Promise<void> {
  await deps.limits.hit(`admin-reset:${userId}`, resetsPerUser, tooManyResets);
  const issue = await prepareTemporaryPassword(deps);
  await inAdminTransaction(deps, admin, async (tx, { record }) => {
    const person = await lockPerson(tx, userId);
    const retryAfter = await issue(tx, person);
    if (retryAfter !== undefined) throw await mailboxFull(tx, userId, { retryAfter, now: deps.now() });
    await record({ action: 'user.password_reset', userId });
  });
  deps.wakeMail();
}

async function mailboxFull(tx: Tx, userId: string, { retryAfter, now }: { retryAfter: number; now: Date }): Promise<Problem> {
  const count = await countMailedPasswords(tx, userId, now);
  const valid =
    count === 0
      ? 'None that was mailed works any more'
      : `${plural(count, 'mailed password')} of this hour still work${count === 1 ? 's' : ''}`;
  const message = `This unconfirmed address has had its emails of the day. ${valid}; the next one can be sent in ${waitText(retryAfter)}.`;
  return new Problem('request.too_many', { message, retryAfter });
}

/** Administrators cannot delete themselves, so that one remains. */
export async function deleteUser(deps: Deps, admin: SignedIn, userId: string, typedName?: string): Promise<void> {
  if (userId === admin.viewer.userId) throw new Problem('admin.own_account');
  const deletedFarms = await inAdminTransaction(
    deps,
    admin,
    async (tx, { record }) => {
      const person = await lockPerson(tx, userId);
      const { role: tier, animalCount } = await readUser(tx, userId, deps.now());
      const farms = await listFarmsLeft(tx, userId, deps.now());
      const farmIds = farmsToDelete(farms, person, typedName);
      await deletePerson(tx, userId);
      for (const farmId of farmIds) {
        await deleteMemberships(tx, farmId);
        await markForDeletion(tx, farmId, deps.now());
        await endPayments(tx, farmId, deps.now());
        await markDeleted(tx, farmId, deps.now());
      }
      for (const { farmId } of farms) await relistFarm(tx, farmId);
      await forgetMails(tx, person.email);
      await mailTo(tx, person, 'notice', accountDeletedMail, deps.now());
      // The log stores no name, but these two help to recognise a wrong deletion.
      const animals = plural(animalCount, 'animal');
      await record({ action: 'user.deleted', userId, detail: `${tierLabels[tier]}, ${animals}` });
      return farmIds;
    },
    { farmsOf: userId },
  );
  deps.wakeMail();
  for (const farmId of deletedFarms) {
    await removeFarm(deps.db, farmId).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the rows of a deleted farm could not all be removed; a job will go on');
    });
  }
  await removeMarkedPictures(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the pictures of a deleted farm could not all be removed; a job will go on');
  });
}

/**
 * A farm with other members must have been handed over before, unless the administrator has typed its name to delete it for all of them.
 */
function farmsToDelete(farms: readonly FarmLeft[], { username }: Account, typedName: string | undefined): FarmId[] {
  const isTheirs = ({ role, otherOwners }: FarmLeft) => role === 'owner' && otherOwners === 0;
  const shared = farms.filter((farm) => farm.others > 0 && isTheirs(farm));
  const [first] = shared;
  if (first && (shared.length > 1 || typedName?.trim() !== (first.name?.trim() ?? username))) {
    throw new Problem('admin.farm_has_members', { message: hasMembersText(shared, username) });
  }
  return [...farms.filter(({ others }) => others === 0), ...shared].map(({ farmId }) => farmId);
}

function hasMembersText(
  [first, ...rest]: readonly { readonly name: string | null; readonly others: number }[],
  username: string,
) {
  if (!first || rest.length > 0) return `${username} owns several farms on which other people work. Have them handed over first.`;
  const people = first.others === 1 ? 'one other person works' : `${first.others} other people work`;
  const what = first.name === null ? `${username}, since it has no name` : `its name: ${first.name}`;
  return `On the farm of ${username} ${people}. Have it handed over first. To delete it for all of them, type ${what}.`;
}

async function lockPerson(tx: Tx, userId: string): Promise<Account> {
  const account = await lockAccount(tx, userId);
  if (!account) throw new Problem('admin.user_not_found');
  return account;
}

async function readUser(tx: Tx, userId: string, now: Date): Promise<AdminUser> {
  const user = await findUser(tx, userId, now);
  if (!user) throw new Problem('admin.user_not_found');
  return user;
}
