import { uuidv7 } from 'uuidv7';
import type { CurrentUser } from '#contract/accounts.ts';
import { planInForce } from '#domain/plans.ts';
import { sameWord } from '#domain/text.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';

export interface Credentials {
  readonly userId: string;
  readonly passwordHash: string;
}

export const findCredentials = (db: Db, username: string): Promise<Credentials | undefined> =>
  db
    .selectFrom('users')
    .select(['id as userId', 'password_hash as passwordHash'])
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();

/** Names that a person reads as the same are the same name (ruling 9). */
export const usernameKey = sameWord;

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** A person with a farm of their own (ruling 8); the table's own constraint decides whether the name is free. */
export async function addAccount(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const farmId = uuidv7();
  const userId = uuidv7();
  await tx.insertInto('farms').values({ id: farmId, created_at: now.toISOString() }).execute();
  const added = await tx
    .insertInto('users')
    .values({
      id: userId,
      farm_id: farmId,
      username: account.username,
      username_key: usernameKey(account.username),
      email: account.email,
      password_hash: account.passwordHash,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Problem('accounts.username_taken');
  return userId;
}

/** The person as the screens see them; `sessionHash` tells which of their sessions asks. */
export async function readCurrentUser(db: Db | Tx, userId: string, sessionHash: string): Promise<CurrentUser> {
  const { isAdmin, planLimit, hasTemporaryPassword, ...person } = await db
    .selectFrom('users')
    .innerJoin('farms', 'farms.id', 'users.farm_id')
    .leftJoin('pricing_plans', 'pricing_plans.plan_type', 'farms.plan_type')
    .leftJoin('sessions', (join) => join.onRef('sessions.user_id', '=', 'users.id').on('sessions.token_hash', '=', sessionHash))
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.owner_name as ownerName',
      'users.phone',
      'users.is_admin as isAdmin',
      'farms.name as farmName',
      'farms.address',
      'farms.logo_url as logoUrl',
      'farms.plan_type as subscriptionPlan',
      'farms.plan_status as subscriptionStatus',
      'pricing_plans.animal_limit as planLimit',
      'sessions.has_temporary_password as hasTemporaryPassword',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...person,
    role: isAdmin ? 'admin' : (person.subscriptionPlan ?? 'guest'),
    animalLimit: planInForce(person.subscriptionPlan, person.subscriptionStatus, planLimit).limit,
    hasTemporaryPassword: hasTemporaryPassword ?? false,
  };
}
