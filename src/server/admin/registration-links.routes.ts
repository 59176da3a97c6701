import { uuidv7 } from 'uuidv7';
import { Email } from '#contract/common.ts';
import type { registrationLinkRoutes, SentLink } from '#contract/registration-links.ts';
import { emailKey } from '#domain/values/email.ts';
import { registrationLinkMail } from '#server/accounts/accounts.mail.ts';
import {
  countLinksSince,
  deleteLink,
  insertLink,
  linkMs,
  listLinks,
  listRegistered,
} from '#server/accounts/registration-links.queries.ts';
import { publicAddress } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { lockMailboxes, mailTo } from '#server/mail/mailing.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { inAdminTransaction } from './admin-transaction.ts';

/** The limit of the whole installation. */
const maxPerDay = 1000;

export const registrationLinkHandlers = (deps: Deps): Handlers<typeof registrationLinkRoutes> => ({
  listRegistrationLinks: () => listLinks(deps.db, deps.now()),
  sendRegistrationLinks: ({ body }, admin) => sendLinks(deps, admin, body.addresses),
  deleteRegistrationLink: async ({ params }, admin) => {
    await inAdminTransaction(deps, admin, async (tx, { record }) => {
      if (await deleteLink(tx, params.id)) await record({ action: 'links.revoked' });
    });
    return { message: 'The link no longer works' };
  },
});

async function sendLinks(deps: Deps, admin: SignedIn, lines: readonly string[]): Promise<SentLink[]> {
  const { now, config } = deps;
  const sent = await inAdminTransaction(deps, admin, async (tx, { record }) => {
    const at = now();
    const expiresAt = timeAfter(at, linkMs);
    const typed = lines.map((line) => line.trim()).filter((line) => line !== '');
    const addresses = [...Map.groupBy(typed, emailKey).values()].flatMap(([first]) => first ?? []);
    const valid = addresses.filter((address) => Email.safeParse(address).success);
    const registered = await listRegistered(tx, valid.map(emailKey));
    await lockMailboxes(tx, ...valid.map((email) => ({ email, emailConfirmedAt: null })));
    let today = await countLinksSince(tx, timeAfter(at, -dayMs));
    const outcomes: SentLink[] = [];
    for (const address of addresses) outcomes.push({ address, outcome: await send(address) });
    const count = outcomes.filter(({ outcome }) => outcome === 'sent').length;
    if (count > 0) await record({ action: 'links.sent', subject: `${count} ${count === 1 ? 'address' : 'addresses'}` });
    return outcomes;

    async function send(email: string): Promise<SentLink['outcome']> {
      if (!valid.includes(email)) return 'invalid';
      if (registered.has(emailKey(email))) return 'registered';
      if (today >= maxPerDay) return 'tooMany';
      const token = newToken();
      const url = `${publicAddress(config)}/login?tab=register&link=${token}`;
      const mail = registrationLinkMail({ url, days: linkMs / dayMs });
      if ((await mailTo(tx, { email, emailConfirmedAt: null }, 'invitation', mail, at)) !== undefined) return 'tooMany';
      await insertLink(tx, { id: uuidv7(), tokenHash: hashToken(token), email, expiresAt }, at);
      today += 1;
      return 'sent';
    }
  });
  deps.wakeMail();
  return sent;
}
