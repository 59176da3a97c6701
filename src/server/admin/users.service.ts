import type { AdminUser } from '#contract/admin.ts';
import type { roles } from '#domain/plans.ts';
import { accountDeletedMail } from '#server/accounts/accounts.mail.ts';
import { lockAccount, type Account } from '#server/accounts/accounts.queries.ts';
import { prepareTemporaryPassword } from '#server/accounts/password-reset.service.ts';
import type { Deps } from '#server/deps.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { allowLongStatements, type Tx } from '#server/db/transaction.ts';
import { abandonPictures } from '#server/files/files.queries.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/http/problem.ts';
import { queueMail } from '#server/mail/outbox.queries.ts';
import { endPayments } from '#server/payments/payment-tasks.queries.ts';
import { putOnPlan } from '#server/plans/plans.queries.ts';
import { inAdminTransaction } from './audit.ts';
import { deleteFarm, deletePerson, findUser, hasOtherPeople, setAdmin } from './users.queries.ts';

/** Being an administrator leaves the plan; a tier is a gift of its plan and ends being an administrator (ruling 12). */
export function changeRole(deps: Deps, admin: SignedIn, userId: string, role: (typeof roles)[number]): Promise<AdminUser> {
  return inAdminTransaction(
    deps,
    admin,
    async (tx, { admins, note }) => {
      const { farmId } = await lockPerson(tx, userId);
      const before = await readUser(tx, userId);
      if (role !== 'admin' && admins.every((id) => id === userId)) throw new Problem('admin.last_admin');
      await setAdmin(tx, userId, role === 'admin');
      if (role !== 'admin') await putOnPlan(tx, vouchedFarmId(farmId), role, deps.now());
      await note({ action: 'user.role_changed', userId, detail: `${before.role} → ${role}` });
      return readUser(tx, userId);
    },
    { farmOf: userId },
  );
}

/** What the person could have asked for on the sign-in page (ruling 11); the administrator never sees the password. */
export async function resetPassword(deps: Deps, admin: SignedIn, userId: string): Promise<void> {
  const give = await prepareTemporaryPassword(deps);
  await inAdminTransaction(deps, admin, async (tx, { note }) => {
    await give(tx, await lockPerson(tx, userId));
    await note({ action: 'user.password_reset', userId });
  });
  deps.wakeMail();
}

/**
 * Everything goes at once or nothing does: the person, the sessions, the farm with its animals and records. The files of its pictures
 * follow with the next housekeeping. Nobody deletes themself, so the administrator who does this remains one.
 */
export async function deleteUser(deps: Deps, admin: SignedIn, userId: string): Promise<void> {
  if (userId === admin.viewer.userId) throw new Problem('admin.own_account');
  await inAdminTransaction(
    deps,
    admin,
    async (tx, { note }) => {
      await allowLongStatements(tx);
      const person = await lockPerson(tx, userId);
      const farmId = vouchedFarmId(person.farmId);
      const isShared = await hasOtherPeople(tx, farmId, userId);
      await deletePerson(tx, userId);
      if (!isShared) {
        await abandonPictures(tx, farmId, deps.now());
        await endPayments(tx, farmId, deps.now());
        await deleteFarm(tx, farmId);
      }
      await queueMail(tx, accountDeletedMail(person), deps.now());
      await note({ action: 'user.deleted', userId });
    },
    { farmOf: userId },
  );
  deps.wakeMail();
}

async function lockPerson(tx: Tx, userId: string): Promise<Account> {
  const account = await lockAccount(tx, userId);
  if (!account) throw new Problem('admin.user_not_found');
  return account;
}

async function readUser(tx: Tx, userId: string): Promise<AdminUser> {
  const user = await findUser(tx, userId);
  if (!user) throw new Problem('admin.user_not_found');
  return user;
}
