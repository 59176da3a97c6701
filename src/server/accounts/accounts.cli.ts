import { Registration } from '#contract/accounts.ts';
import { planLabels, planTypes, tierLabels, type PlanType } from '#domain/accounts/plans.ts';
import { recordOperatorAction } from '#server/audit/audit-log.queries.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { findOwnedFarm } from '#server/db/memberships.ts';
import { inFarmTransaction, inTransaction, type Tx } from '#server/db/transaction.ts';
import { OperatorError } from '#server/operator.ts';
import { assignPlan, readChosenPlan } from '#server/subscriptions/farm-plan.queries.ts';
import { addAccount, findAccount, listAccounts, makeAdmin, type Account } from './accounts.queries.ts';
import { createPasswords } from '#server/passwords.ts';
import { hourMs } from '#server/time-after.ts';
import { addTemporaryPassword, makeTemporaryPassword } from './temporary-passwords.queries.ts';

export const adminCommands: Readonly<Record<string, (db: Db, args: readonly string[]) => Promise<string>>> = {
  create,
  promote,
  grant,
  list,
};

const oneTimeHours = 24;

async function create(db: Db, args: readonly string[]): Promise<string> {
  const [username, email] = expectArguments(2, args, 'create <username> <email>');
  const password = makeTemporaryPassword();
  const person = Registration.safeParse({ username, email, password });
  if (!person.success) throw new OperatorError(`${person.error.issues[0]?.message}.`);
  if (await findAccount(db, person.data.username)) {
    throw new OperatorError(
      `'${username}' has an account already. To make them an administrator: npm run admin -- promote '${username}'`,
    );
  }
  const passwords = createPasswords();
  // Random and known to nobody: only the one-time password works, and becomes the password when it is used.
  const passwordHash = await passwords.hash(makeTemporaryPassword());
  const oneTimeHash = await passwords.hash(password);
  const now = new Date();
  await inTransaction(db, async (tx) => {
    const { userId } = await addAccount(tx, { ...person.data, passwordHash }, now);
    const oneTime = { password, passwordHash: oneTimeHash };
    await addTemporaryPassword(tx, userId, oneTime, new Date(now.getTime() + oneTimeHours * hourMs));
    await promoteAndRecord(tx, userId, null, now);
  });
  return [
    `'${person.data.username}' is an administrator now. One-time password, good for ${oneTimeHours} hours:`,
    `\n    ${password}\n`,
    'Sign in with it and then change it under Settings.',
  ].join('\n');
}

async function promote(db: Db, args: readonly string[]): Promise<string> {
  const [username] = expectArguments(1, args, 'promote <username>');
  const { userId, username: name } = await find(db, username);
  await inTransaction(db, async (tx) => {
    const farmId = await findOwnedFarm(tx, userId);
    const chosen = farmId && (await readChosenPlan(tx, farmId));
    await promoteAndRecord(tx, userId, chosen?.plan ?? null, new Date());
  });
  return `'${name}' is an administrator now.`;
}

async function promoteAndRecord(tx: Tx, userId: string, plan: PlanType | null, now: Date): Promise<void> {
  if (!(await makeAdmin(tx, userId))) return;
  await recordOperatorAction(
    tx,
    { action: 'user.role_changed', userId, detail: `${tierLabels[plan ?? 'guest']} → ${tierLabels.admin}` },
    now,
  );
}

async function grant(db: Db, args: readonly string[]): Promise<string> {
  const [username, plan] = expectArguments(2, args, 'grant <username> <plan>');
  if (!isPlan(plan)) throw new OperatorError(`There is no plan '${plan}'. The plans are: ${planTypes.join(', ')}.`);
  const person = await find(db, username);
  const farmId = await findOwnedFarm(db, person.userId);
  if (!farmId) throw new OperatorError(`'${person.username}' owns no farm that could have a plan.`);
  const now = new Date();
  await inFarmTransaction(db, farmId, async (tx) => {
    const { plan: before } = await readChosenPlan(tx, farmId);
    await assignPlan(tx, farmId, plan, now);
    await recordOperatorAction(
      tx,
      { action: 'user.role_changed', userId: person.userId, detail: `${tierLabels[before ?? 'guest']} → ${tierLabels[plan]}` },
      now,
    );
  });
  return `'${person.username}' is on the plan ${planLabels[plan]} now.`;
}

async function list(db: Db, args: readonly string[]): Promise<string> {
  expectArguments(0, args, 'list');
  const people = await listAccounts(db);
  if (people.length === 0) return 'Nobody has an account yet.';
  const rows = people.map(({ username, email, isAdmin, plan, status, createdAt }) => [
    username,
    email,
    isAdmin ? 'administrator' : '',
    plan === null ? 'no plan yet' : `${plan} (${status ?? 'inactive'})`,
    createdAt.slice(0, 10),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function expectArguments(count: 1, args: readonly string[], form: string): [string];
function expectArguments(count: 0 | 2, args: readonly string[], form: string): [string, string];
function expectArguments(count: number, args: readonly string[], form: string): readonly string[] {
  if (args.length !== count)
    throw new OperatorError(`It goes like this: npm run admin -- ${form}\nA name with spaces goes in quotes.`);
  return args;
}

async function find(db: Db, username: string): Promise<Account> {
  const account = await findAccount(db, username);
  if (!account) throw new OperatorError(`Nobody is called '${username}'. To see who has an account: npm run admin -- list`);
  return account;
}

const isPlan = (text: string): text is PlanType => (planTypes as readonly string[]).includes(text);
