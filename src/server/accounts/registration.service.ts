import { emailKey } from '#domain/values/email.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { readSite } from '#server/db/site-settings.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Visit } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { hashToken } from '#server/http/sessions.ts';
import { Problem } from '#server/problem.ts';
import { attemptLink } from './attempt-link.ts';
import { isLinkOpen, takeLink } from './registration-links.queries.ts';
import { addAccount, addPerson, setAddress, type NewAccount } from './accounts.queries.ts';
import { mailConfirmation } from './email-confirmation.service.ts';
import { joinByInvitation, openInvitation } from './joining.service.ts';
import { becomeFirstAdmin } from './setup.service.ts';
import { openSession, type SignIn } from './sign-in.service.ts';

interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly setupToken?: string | undefined;
  readonly invitation?: string | undefined;
  readonly link?: string | undefined;
}

const registrations = { hits: 100, seconds: 3600 };

export async function register(
  deps: Deps,
  { username, email, password, setupToken, invitation, link }: Registration,
  { ip, cookie, log }: Visit,
): Promise<SignIn> {
  const { db, limits, passwords, now } = deps;
  await limits.hit(
    `register:${addressKey(ip)}`,
    registrations,
    'Too many accounts were created from this network. Please try again later.',
  );
  if (invitation !== undefined) await openInvitation(deps, invitation, ip);
  // An invalid setup link is refused below.
  else if (setupToken === undefined) await ensureMayRegister(deps, link, ip);
  const passwordHash = await passwords.hash(password);
  const opened = await inTransaction(db, async (tx) => {
    const account = { username, email, passwordHash };
    const person =
      invitation === undefined ? await addAccount(tx, account, now()) : await addInvited(tx, account, invitation, now());
    if (setupToken !== undefined) await becomeFirstAdmin(tx, person.userId, setupToken, now());
    const session = await openSession(tx, person, cookie.token, now());
    // Using a link that was mailed to the address confirms it.
    const isConfirmed = invitation !== undefined || (await useLink(tx, link, now())) === emailKey(email);
    const emailConfirmedAt = isConfirmed ? now().toISOString() : null;
    await setAddress(tx, person.userId, { email, emailConfirmedAt, emailTypedIn: hashToken(session.token) });
    if (emailConfirmedAt === null) await mailConfirmation(tx, deps, { userId: person.userId, email });
    return { ...session, user: { ...session.user, emailConfirmed: emailConfirmedAt !== null } };
  });
  deps.wakeMail();
  log.info({ security: 'registered', userId: opened.user.id, ip });
  return opened;
}

async function ensureMayRegister({ db, limits, now }: Deps, link: string | undefined, ip: string): Promise<void> {
  if (link !== undefined) {
    await attemptLink(limits, 'registration-link', ip, async () => {
      if (!(await isLinkOpen(db, hashToken(link), now()))) throw new Problem('accounts.registration_link_used');
    });
  } else if ((await readSite(db)).registration === 'links') throw new Problem('accounts.registration_closed');
}

/** The key of the address to which the link was sent. */
async function useLink(tx: Tx, link: string | undefined, now: Date): Promise<string | undefined> {
  if (link === undefined) return undefined;
  const used = await takeLink(tx, hashToken(link), now);
  if (!used) throw new Problem('accounts.registration_link_used');
  return emailKey(used.email);
}

/** Adds the person to the farm that invited them, without a farm of their own. */
async function addInvited(
  tx: Tx,
  account: NewAccount,
  invitation: string,
  now: Date,
): Promise<{ readonly userId: string; readonly farmId: FarmId }> {
  const userId = await addPerson(tx, account, now);
  return { userId, farmId: await joinByInvitation(tx, { userId, email: account.email }, invitation, now) };
}
