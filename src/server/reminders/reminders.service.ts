import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { CalendarChoice, MorningMail, Reminders } from '#contract/reminders.ts';
import type { Db } from '#server/db/connect.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/sessions.ts';
import { Problem } from '#server/problem.ts';
import { changeReminders, findReminders, forgetCalendar, parseKinds, type Whose } from './reminders.queries.ts';

type Needs = Pick<Deps, 'db' | 'limits' | 'now'>;

const links = { hits: 20, seconds: 3600 };

export async function readReminders(db: Db | Tx, whose: Whose): Promise<Reminders> {
  const row = await findReminders(db, whose);
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
  };
}

/** The token stands in the link alone: what is stored is its digest. */
export async function makeCalendarLink(
  { db, limits, now }: Needs,
  whose: Whose,
  { kinds, zone }: z.output<typeof CalendarChoice>,
): Promise<{ token: string; reminders: Reminders }> {
  await limits.hit(`calendar links of ${whose.userId}`, links, 'You have made many links. Try again in an hour.');
  const token = randomBytes(32).toString('base64url');
  return inTransaction(db, async (tx) => {
    await changeReminders(tx, whose, {
      zone,
      calendar_hash: hashToken(token),
      calendar_kinds: JSON.stringify([...new Set(kinds)]),
      calendar_made_at: now().toISOString(),
      calendar_read_at: null,
    });
    // A calendar that begins anew has nothing to cancel.
    await forgetCalendar(tx, whose);
    return { token, reminders: await readReminders(tx, whose) };
  });
}

export const changeCalendar = (
  { db }: Pick<Needs, 'db'>,
  whose: Whose,
  { kinds, zone }: z.output<typeof CalendarChoice>,
): Promise<Reminders> =>
  inTransaction(db, async (tx) => {
    if (!(await readReminders(tx, whose)).calendar) throw new Problem('calendar.not_found');
    await changeReminders(tx, whose, { zone, calendar_kinds: JSON.stringify([...new Set(kinds)]) });
    return readReminders(tx, whose);
  });

export const revokeCalendarLink = ({ db }: Pick<Needs, 'db'>, whose: Whose): Promise<Reminders> =>
  inTransaction(db, async (tx) => {
    if ((await readReminders(tx, whose)).calendar) {
      await changeReminders(tx, whose, { calendar_hash: null, calendar_made_at: null, calendar_read_at: null });
      await forgetCalendar(tx, whose);
    }
    return readReminders(tx, whose);
  });

/** To confirmed addresses only (rule 33). */
export const setMorningMail = (
  { db }: Pick<Needs, 'db'>,
  whose: Whose,
  { hour, zone }: z.output<typeof MorningMail>,
): Promise<Reminders> =>
  inTransaction(db, async (tx) => {
    const { email_confirmed_at } = await tx
      .selectFrom('users')
      .select('email_confirmed_at')
      .where('id', '=', whose.userId)
      .executeTakeFirstOrThrow();
    if (hour !== null && email_confirmed_at === null) throw new Problem('mail.unconfirmed');
    await changeReminders(tx, whose, { zone, mail_hour: hour });
    return readReminders(tx, whose);
  });
