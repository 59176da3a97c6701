import type { z } from 'zod';
import type { CalendarChoice, MorningMail, MorningPush, Reminders } from '#contract/reminders.ts';
import type { MembershipKey } from '#server/db/memberships.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { Problem } from '#server/problem.ts';
import { isPushUrl } from '#server/outbound/public-address.ts';
import { deletePush, findPush, storePush, type Device } from './push.queries.ts';
import { vapidKeys } from './vapid-keys.ts';
import { changeReminders, deleteAllSentEntries, findReminders, parseKinds } from './reminders.queries.ts';

type Needs = Pick<Deps, 'db' | 'limits' | 'now' | 'config'>;

const pushes = { hits: 30, seconds: 3600 };

const links = { hits: 20, seconds: 3600 };

export async function readReminders({ db, config }: Pick<Needs, 'db' | 'config'>, device: Device): Promise<Reminders> {
  const row = await findReminders(db, device);
  const push = await findPush(db, device);
  return {
    calendar:
      row && row.calendar_hash !== null
        ? {
            kinds: parseKinds(row.calendar_kinds),
            madeAt: row.calendar_made_at ?? '',
            readAt: row.calendar_read_at,
          }
        : null,
    mail: row && row.mail_hour !== null ? { hour: row.mail_hour, zone: row.zone } : null,
    push: { publicKey: (await vapidKeys(db, config)).publicKey, hour: push?.hour ?? null },
  };
}

async function change(
  { db, config }: Pick<Needs, 'db' | 'config'>,
  device: Device,
  work: (tx: Tx) => Promise<unknown>,
): Promise<Reminders> {
  await inFarmTransaction(db, device.farmId, work);
  return readReminders({ db, config }, device);
}

/** Only the digest of the token is stored. */
export async function makeCalendarLink(
  { db, config, limits, now }: Needs,
  device: Device,
  { kinds, zone }: z.output<typeof CalendarChoice>,
): Promise<{ token: string; reminders: Reminders }> {
  await limits.hit(`calendar links of ${device.userId}`, links, 'You have made many links. Try again in an hour.');
  const token = newToken();
  const reminders = await change({ db, config }, device, async (tx) => {
    await changeReminders(tx, device, {
      zone,
      calendar_hash: hashToken(token),
      calendar_kinds: JSON.stringify([...new Set(kinds)]),
      calendar_made_at: now().toISOString(),
      calendar_read_at: null,
    });
    // A new calendar has no earlier entries to cancel.
    await deleteAllSentEntries(tx, device);
  });
  return { token, reminders };
}

export const changeCalendar = (
  deps: Pick<Needs, 'db' | 'config'>,
  device: Device,
  { kinds, zone }: z.output<typeof CalendarChoice>,
): Promise<Reminders> =>
  change(deps, device, async (tx) => {
    if (!(await hasCalendar(tx, device))) throw new Problem('calendar.not_found');
    await changeReminders(tx, device, { zone, calendar_kinds: JSON.stringify([...new Set(kinds)]) });
  });

export const revokeCalendarLink = (deps: Pick<Needs, 'db' | 'config'>, device: Device): Promise<Reminders> =>
  change(deps, device, async (tx) => {
    if (!(await hasCalendar(tx, device))) return;
    await changeReminders(tx, device, { calendar_hash: null, calendar_made_at: null, calendar_read_at: null });
    await deleteAllSentEntries(tx, device);
  });

const hasCalendar = async (tx: Tx, device: MembershipKey): Promise<boolean> => {
  const row = await findReminders(tx, device);
  return row !== undefined && row.calendar_hash !== null;
};

/** Only for confirmed addresses (rule 33). */
export const setMorningMail = (
  deps: Pick<Needs, 'db' | 'config'>,
  device: Device,
  { hour, zone }: z.output<typeof MorningMail>,
): Promise<Reminders> =>
  change(deps, device, async (tx) => {
    const { email_confirmed_at } = await tx
      .selectFrom('users')
      .select('email_confirmed_at')
      .where('id', '=', device.userId)
      .executeTakeFirstOrThrow();
    if (hour !== null && email_confirmed_at === null) throw new Problem('mail.unconfirmed');
    await changeReminders(tx, device, { zone, mail_hour: hour });
  });

export async function setMorningPush(
  { db, config, limits, now }: Needs,
  device: Device,
  { hour, zone, subscription: { endpoint, keys } }: z.output<typeof MorningPush>,
): Promise<Reminders> {
  if (!isPushUrl(endpoint, config.allowsLoopbackHooks)) {
    throw Problem.field(
      'subscription.endpoint',
      'Not the address of a push service: it begins with https://, is on the public internet, and has no port, name or password in it',
    );
  }
  await limits.hit(`pushes of ${device.userId}`, pushes, 'This was changed very often. Try again in an hour.');
  const push = { endpoint, ...keys, hour, zone, created_at: now().toISOString() };
  return change({ db, config }, device, (tx) => storePush(tx, device, push));
}

export const endMorningPush = (deps: Pick<Needs, 'db' | 'config'>, device: Device): Promise<Reminders> =>
  change(deps, device, (tx) => deletePush(tx, device));
