import { randomBytes } from 'node:crypto';
import { productTitle } from '#domain/product.ts';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import type { ListingIndex } from '#server/db/listing-index.ts';
import { mayHaveBeenSent } from '#server/db/restores.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/sessions.ts';
import { attemptEach } from '#server/jobs/attempt-each.ts';
import type { Job } from '#server/jobs/job.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { listNew, mostNew } from './new-listings.ts';

/** UTC: in the morning in Europe, and before the morning in America. */
const mailHour = 9;
const stopDays = 90;

/** Mails once a day about listings added since the last mail. */
export const searchMail: Job = {
  name: 'search mail',
  everyMs: 10 * 60_000,
  run: async (deps, signal) => {
    const { db, listings, now } = deps;
    const today = now().toISOString().slice(0, 10);
    if (now().getUTCHours() < mailHour) return;
    const people = await db
      .selectFrom('saved_searches')
      .select('user_id as userId')
      .distinct()
      .where('wants_mail', '=', true)
      .where((eb) => eb.or([eb('mailed_on', 'is', null), eb('mailed_on', '<', today)]))
      .execute();
    await db
      .deleteFrom('search_mail_stops')
      .where('created_at', '<', timeAfter(now(), -stopDays * dayMs))
      .execute();
    await attemptEach(people, signal, async ({ userId }) => {
      if (await mailOnce(deps, userId, today, await listings.read())) deps.wakeMail();
    });
  },
};

/** The day is recorded in the transaction of the mail, or if none is needed, so that only one of several servers mails, even after a restart. */
const mailOnce = (
  { db, config: { publicUrl }, now }: Deps,
  userId: string,
  today: string,
  index: ListingIndex,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const taken = await tx
      .updateTable('saved_searches')
      .set({ mailed_on: today })
      .where('user_id', '=', userId)
      .where('wants_mail', '=', true)
      .where((eb) => eb.or([eb('mailed_on', 'is', null), eb('mailed_on', '<', today)]))
      .returning(['id', 'search', 'mailed_position as since'])
      .execute();
    // A mail due before a restore may have been sent already.
    if (taken.length === 0 || (await mayHaveBeenSent(tx, `${today}T0${mailHour}:00:00.000Z`))) return false;
    const person = await findPerson(tx, userId);
    if (!person) return false;
    const found = new Set<number>();
    const newest = index.newestPosition;
    const except = person.farmId === null ? undefined : vouchedFarmId(person.farmId);
    for (const { search, since } of taken) {
      for (const position of await listNew(tx, search, { index, since, except, today })) found.add(position);
    }
    await tx
      .updateTable('saved_searches')
      .set({ mailed_position: newest })
      .where('user_id', '=', userId)
      .where('mailed_on', '=', today)
      .execute();
    if (found.size === 0) return false;
    const stop = publicUrl && (await newStop(tx, userId, now()));
    const stopUrl = stop ? `${publicUrl}/api/search-mail-stops/${stop}` : undefined;
    return (await mailTo(tx, person, 'reminder', searchEmail(found.size, publicUrl), now(), { stopUrl })) === undefined;
  });

const findPerson = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .leftJoin('memberships', (join) => join.onRef('memberships.user_id', '=', 'users.id').on('memberships.ended_at', 'is', null))
    .select(['users.email', 'users.email_confirmed_at as emailConfirmedAt', 'memberships.farm_id as farmId'])
    .where('users.id', '=', userId)
    .orderBy('memberships.created_at')
    .limit(1)
    .executeTakeFirst();

async function newStop(tx: Tx, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = { token_hash: hashToken(token), user_id: userId, created_at: now.toISOString() };
  await tx.insertInto('search_mail_stops').values(row).execute();
  return token;
}

/** Contains only the number, because mails contain nothing that a person has typed. */
export function searchEmail(found: number, publicUrl: string | undefined) {
  const number = found >= mostNew ? `${mostNew} or more` : String(found);
  const animals = found === 1 ? '1 new animal' : `${number} new animals`;
  return renderEmail(`For sale: ${animals}`, [
    `The marketplace has ${animals} matching your saved searches.`,
    ...(publicUrl ? [{ button: 'See them', url: `${publicUrl}/favourites` }] : []),
    `You get this e-mail because you asked for it in ${productTitle}. You can stop it beside your saved searches.`,
  ]);
}

/** One-click unsubscription (RFC 8058). Does not reveal whether the link was known. */
export const stopSearchMail = (db: Db, token: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stop = await tx
      .selectFrom('search_mail_stops')
      .select('user_id as userId')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (!stop) return;
    await tx.updateTable('saved_searches').set({ wants_mail: false }).where('user_id', '=', stop.userId).execute();
  });
