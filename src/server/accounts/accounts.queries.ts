import { uuidv7 } from 'uuidv7';
import type { CurrentUser, ProfileChange } from '#contract/accounts.ts';
import { roleOnPlan } from '#domain/accounts/members.ts';
import { currency } from '#domain/values/money.ts';
import { effectivePlan } from '#domain/accounts/plans.ts';
import { farmFields } from '#domain/records/by-kind.ts';
import { normalizeText } from '#domain/values/text.ts';
import { supportEnd } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { relistFarm } from '#server/db/listings.ts';
import { addMembership, ownedFarm } from '#server/db/memberships.ts';
import { asFields, fieldsOf } from '#server/db/record-columns.ts';
import { isAny } from '#server/db/rows.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Viewer } from '#server/http/sessions.ts';
import { contentVersion } from '#domain/values/content-version.ts';
import { Problem } from '#server/problem.ts';
import { definedFields } from '#domain/values/defined-fields.ts';

/** Names that look the same to a reader are the same name (rule 9). */
export const usernameKey = normalizeText;

export interface Account {
  readonly userId: string;
  readonly username: string;
  readonly email: string;
  readonly emailConfirmedAt: string | null;
  readonly emailTypedIn: string | null;
  readonly passwordHash: string;
}

const accountDeleted = (): Problem => new Problem('session.required');

const accounts = (db: Db | Tx) =>
  db.selectFrom('users').select(['id as userId', ...asFields('username email emailConfirmedAt emailTypedIn passwordHash')]);

export const findAccount = (db: Db | Tx, username: string): Promise<Account | undefined> =>
  accounts(db).where('username_key', '=', usernameKey(username)).executeTakeFirst();

export const findAccountOf = (db: Db | Tx, userId: string): Promise<Account | undefined> =>
  accounts(db).where('id', '=', userId).executeTakeFirst();

export const readAccount = (db: Db | Tx, userId: string): Promise<Account> =>
  accounts(db).where('id', '=', userId).executeTakeFirstOrThrow(accountDeleted);

export const listAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('farms', (join) => join.on('farms.id', '=', ownedFarm))
    .select([
      ...fieldsOf('users', 'username email isAdmin'),
      'farms.plan_type as plan',
      'farms.plan_status as status',
      'users.created_at as createdAt',
    ])
    .orderBy('users.id')
    .execute();

export const lockAccount = (tx: Tx, userId: string): Promise<Account | undefined> =>
  accounts(tx).where('id', '=', userId).forUpdate().executeTakeFirst();

export const setPasswordHash = (tx: Tx, userId: string, passwordHash: string): Promise<unknown> =>
  tx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();

export const replacePasswordHash = (
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<Pick<Account, 'email' | 'emailConfirmedAt'> | undefined> =>
  tx
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .returning(['email', 'email_confirmed_at as emailConfirmedAt'])
    .executeTakeFirst();

type Address = Pick<Account, 'email' | 'emailConfirmedAt' | 'emailTypedIn'>;

export const setAddress = (tx: Tx, userId: string, { email, emailConfirmedAt, emailTypedIn }: Address): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ email, email_confirmed_at: emailConfirmedAt, email_typed_in: emailTypedIn })
    .where('id', '=', userId)
    .execute();

export const hasAdmin = (db: Db | Tx): Promise<boolean> =>
  isAny(db.selectFrom('users').select('id').where('is_admin', '=', true).limit(1));

export async function makeAdmin(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ is_admin: true })
    .where('id', '=', userId)
    .where('is_admin', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Adds a person with a farm of their own. */
export async function addAccount(
  tx: Tx,
  account: NewAccount,
  now: Date,
): Promise<{ readonly userId: string; readonly farmId: FarmId }> {
  const userId = await addPerson(tx, account, now);
  return { userId, farmId: await addFarm(tx, userId, now) };
}

export async function addPerson(tx: Tx, account: NewAccount, now: Date): Promise<string> {
  const userId = uuidv7();
  const added = await tx
    .insertInto('users')
    .values({
      id: userId,
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

/** Adds a farm with its owner. */
export async function addFarm(tx: Tx, userId: string, now: Date): Promise<FarmId> {
  const farmId = vouchedFarmId(uuidv7());
  await tx
    .insertInto('farms')
    .values({ id: farmId, revision: Date.now(), epoch: crypto.randomUUID(), created_at: now.toISOString() })
    .execute();
  await addMembership(tx, { farmId, userId, role: 'owner' }, now);
  return farmId;
}

type SessionOf = Pick<Viewer, 'userId' | 'sessionHash'>;

export async function readCurrentUser(db: Db | Tx, viewer: SessionOf, now: Date): Promise<CurrentUser> {
  const found = await findCurrentUser(db, viewer, now);
  if (!found) throw accountDeleted();
  const { isAdmin, planLimit, hasTemporaryPassword, emailConfirmedAt, ...row } = found;
  const person = { ...row, ...parsedIn(row) };
  return {
    ...person,
    farmRole: roleOnPlan(person.farmRole, person.subscriptionPlan, person.subscriptionStatus),
    profileVersion: profileVersion(person),
    role: isAdmin ? 'admin' : (person.subscriptionPlan ?? 'guest'),
    animalLimit: effectivePlan(person.subscriptionPlan, person.subscriptionStatus, planLimit).limit,
    hasTemporaryPassword,
    currency: currency(),
    emailConfirmed: emailConfirmedAt !== null,
    hasOtherFarms: Boolean(person.hasOtherFarms),
    hasOtherPeople: Boolean(person.hasOtherPeople),
  };
}

const findCurrentUser = (db: Db, { userId, sessionHash }: SessionOf, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('farms', 'farms.id', 'sessions.farm_id')
    .innerJoin('memberships', (join) =>
      join.onRef('memberships.farm_id', '=', 'farms.id').onRef('memberships.user_id', '=', 'users.id'),
    )
    .leftJoin('pricing_plans', 'pricing_plans.plan_type', 'farms.plan_type')
    .select([
      ...fieldsOf('users', 'id username email emailConfirmedAt ownerName phone isAdmin'),
      'farms.id as farmId',
      'memberships.role as farmRole',
      'memberships.by_support as isVisit',
      'farms.name as farmName',
      ...fieldsOf('farms', 'address logoUrl weightUnit dateFormat keeps breedingRules farmNumbers planPicture'),
      'farms.plan_type as subscriptionPlan',
      'farms.plan_status as subscriptionStatus',
      'pricing_plans.animal_limit as planLimit',
      ...fieldsOf('sessions', 'hasTemporaryPassword isByPin'),
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('memberships as other')
            .select('other.farm_id')
            .whereRef('other.user_id', '=', 'users.id')
            .whereRef('other.farm_id', '!=', 'sessions.farm_id')
            .where('other.ended_at', 'is', null),
        )
        .$castTo<boolean | number>()
        .as('hasOtherFarms'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('memberships as colleague')
            .select('colleague.user_id')
            .whereRef('colleague.farm_id', '=', 'sessions.farm_id')
            .whereRef('colleague.user_id', '!=', 'users.id')
            .where('colleague.ended_at', 'is', null),
        )
        .$castTo<boolean | number>()
        .as('hasOtherPeople'),
    )
    .select(supportEnd(now).as('supportUntil'))
    .where('sessions.token_hash', '=', sessionHash)
    .where('users.id', '=', userId)
    .executeTakeFirst();

const profileFields = ['ownerName', 'email', 'phone', ...farmFields] as const satisfies readonly (keyof CurrentUser)[];

export type Profile = Pick<CurrentUser, (typeof profileFields)[number]>;

export const profileVersion = (profile: Profile): string => contentVersion(profileFields.map((name) => profile[name]));

const parsedIn = ({ breedingRules, farmNumbers }: Readonly<Record<'breedingRules' | 'farmNumbers', string | null>>) => ({
  breedingRules: breedingRules === null ? null : (JSON.parse(breedingRules) as Profile['breedingRules']),
  farmNumbers: farmNumbers === null ? null : (JSON.parse(farmNumbers) as Profile['farmNumbers']),
});

export async function readProfile(tx: Tx, farmId: FarmId, userId: string): Promise<Profile> {
  const profile = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('farms', 'farms.id', 'memberships.farm_id')
    .select([
      'farms.name as farmName',
      ...asFields('ownerName email phone address logoUrl weightUnit dateFormat keeps breedingRules farmNumbers'),
      ...asFields('planPicture'),
    ])
    .where('memberships.farm_id', '=', farmId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .executeTakeFirstOrThrow(accountDeleted);
  return { ...profile, ...parsedIn(profile) };
}

export async function updateProfile(tx: Tx, farmId: FarmId, userId: string, change: Omit<ProfileChange, 'email'>): Promise<void> {
  const person = definedFields({ owner_name: change.ownerName, phone: change.phone });
  if (hasAny(person)) await tx.updateTable('users').set(person).where('id', '=', userId).execute();
  const farm = definedFields({
    name: change.farmName,
    address: change.address,
    logo_url: change.logoUrl,
    weight_unit: change.weightUnit,
    date_format: change.dateFormat,
    keeps: change.keeps,
    breeding_rules: change.breedingRules && JSON.stringify(change.breedingRules),
    farm_numbers: change.farmNumbers && JSON.stringify(change.farmNumbers),
    plan_picture: change.planPicture,
  });
  if (hasAny(farm)) await tx.updateTable('farms').set(farm).where('id', '=', farmId).execute();
  if (farm.name !== undefined) await relistFarm(tx, farmId);
}

/** An UPDATE without columns is not valid SQL. */
const hasAny = (columns: object): boolean => Object.keys(columns).length > 0;
