import type { CurrentUser } from '#contract/accounts.ts';
import type { Deps } from '#server/app.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/http/problem.ts';
import { beginSession, endSession, hashToken } from '#server/http/sessions.ts';
import { findCredentials, readCurrentUser } from './accounts.queries.ts';

/** A session has begun: the token is for the browser's cookie alone. */
export interface SignIn {
  readonly token: string;
  readonly user: CurrentUser;
}

/** Where a sign-in comes from. */
export interface Origin {
  readonly ip: string;
  /** The token of the session this browser had before: it ends, so that nobody can plant one (ASVS 7.2.4). */
  readonly formerToken: string | undefined;
}

export async function signIn(
  { db, passwords, now }: Deps,
  { username, password }: { username: string; password: string },
  { formerToken }: Origin,
): Promise<SignIn> {
  const credentials = await findCredentials(db, username);
  const isRight = await passwords.isRight(password, credentials?.passwordHash);
  if (!credentials || !isRight) throw new Problem('session.invalid_credentials');
  return inTransaction(db, (tx) => openSession(tx, credentials.userId, formerToken, now()));
}

/** A fresh session at every sign-in, in place of the one the browser had. */
export async function openSession(
  tx: Tx,
  userId: string,
  formerToken: string | undefined,
  now: Date,
  hasTemporaryPassword = false,
): Promise<SignIn> {
  if (formerToken) await endSession(tx, formerToken);
  const token = await beginSession(tx, userId, now, hasTemporaryPassword);
  return { token, user: await readCurrentUser(tx, userId, hashToken(token)) };
}
