import type { PersonWithPin } from '#contract/device-pins.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { findMembership, markOpened } from '#server/db/memberships.ts';
import { inFarmTransaction, inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { PersonInFarm, Visit } from '#server/http/guards.ts';
import { endSession, hashToken, newToken } from '#server/http/sessions.ts';
import { Problem } from '#server/problem.ts';
import { lockAccount } from './accounts.queries.ts';
import { checkPassword } from './accounts.service.ts';
import {
  countTry,
  deletePin,
  deletePinsOfSession,
  hasPin,
  listPinRows,
  maxWrongTries,
  renewPin,
  storePin,
  type PinOwner,
} from './device-pins.queries.ts';
import { openSession, type SignIn } from './sign-in.service.ts';

export async function listPins({ db, now }: Deps, { farmId, device, viewer }: PersonInFarm): Promise<PersonWithPin[]> {
  if (device.token === undefined) return [];
  const rows = await listPinRows(db, { farmId, deviceHash: hashToken(device.token) }, now());
  return rows
    .map(({ userId, username, ownerName }) => ({ userId, name: ownerName ?? username, isYou: userId === viewer.userId }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The device token is not stored, so nobody who has read the database can try all PINs. */
const secretOf = (deviceToken: string, pin: string): string => `${deviceToken} ${pin}`;

export async function setPin(
  deps: Deps,
  person: PersonInFarm,
  { pin, currentPassword }: { readonly pin: string; readonly currentPassword: string },
): Promise<void> {
  const { db, passwords, now } = deps;
  const { farmId, device, viewer, ip, log } = person;
  const passwordHash = await checkPassword(deps, person, currentPassword);
  const token = device.token ?? newToken();
  const pinHash = await passwords.hash(secretOf(token, pin));
  await inFarmTransaction(db, farmId, async (tx) => {
    const account = await lockAccount(tx, viewer.userId);
    if (account?.passwordHash !== passwordHash) throw new Problem('accounts.wrong_password');
    await storePin(tx, { farmId, deviceHash: hashToken(token), userId: viewer.userId }, pinHash, now());
  });
  device.set(token);
  log.info({ security: 'PIN set', userId: viewer.userId, ip });
}

export async function removePin({ db }: Deps, { farmId, device, viewer }: PersonInFarm): Promise<void> {
  if (device.token === undefined) return;
  const deviceHash = hashToken(device.token);
  await inFarmTransaction(db, farmId, (tx) => deletePin(tx, { farmId, deviceHash, userId: viewer.userId }));
}

const wrongPerAddress = { hits: 20, seconds: 600 };
const wrongPerPerson = { hits: 10, seconds: 3600 };
const tooMany = 'Too many wrong PINs. Wait a while, or log in with the password.';

/** Requires a session in the farm; both people must be members of it. */
export function switchPerson(
  deps: Deps,
  { farmId, device, cookie, ip, log, viewer }: PersonInFarm,
  { userId, pin }: { readonly userId: string; readonly pin: string },
): Promise<SignIn> {
  const { db, limits, now } = deps;
  return limits.attempt(`pin:${addressKey(ip)}`, wrongPerAddress, tooMany, async () => {
    const owner = { farmId, deviceHash: hashToken(device.token ?? ''), userId };
    if (device.token === undefined || !(await hasPin(db, owner, now()))) throw new Problem('pins.not_found');
    const secret = secretOf(device.token, pin);
    return limits.attempt(`pin:${userId}`, wrongPerPerson, tooMany, async () => {
      const pinHash = await provePin(deps, owner, secret).catch((error: unknown) => {
        log.warn({ security: 'wrong PIN', userId, by: viewer.userId, ip });
        throw error;
      });
      const opened = await inTransaction(db, async (tx) => {
        const isThere = (await lockAccount(tx, userId)) && (await findMembership(tx, userId, farmId, now()));
        if (!isThere || !(await renewPin(tx, owner, pinHash, now()))) throw new Problem('pins.not_found');
        await markOpened(tx, owner, now());
        return openSession(tx, owner, cookie.token, now(), { isByPin: true });
      });
      log.info({ security: 'switched by PIN', userId, from: viewer.userId, ip });
      return opened;
    });
  });
}

async function provePin({ db, passwords }: Deps, owner: PinOwner, secret: string): Promise<string> {
  const counted = await countTry(db, owner);
  if (!counted) throw new Problem('pins.removed');
  if (await passwords.isRight(secret, counted.pinHash)) return counted.pinHash;
  const left = maxWrongTries - counted.tries;
  if (left === 0) {
    await deletePin(db, owner);
    throw new Problem('pins.removed');
  }
  throw new Problem('pins.wrong', {
    message: `This PIN is wrong. After ${left === 1 ? 'one more wrong try' : `${left} more wrong tries`} it is removed.`,
  });
}

/** Signing out also removes the person's PINs on this device, so that four digits cannot sign in again. */
export async function signOut({ db }: Deps, { cookie, device }: Visit): Promise<void> {
  const { token } = cookie;
  if (token === undefined) return;
  await inTransaction(db, async (tx) => {
    if (device.token !== undefined) await deletePinsOfSession(tx, hashToken(device.token), hashToken(token));
    await endSession(tx, token);
  });
}
