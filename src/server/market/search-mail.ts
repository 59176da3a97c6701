import { offeredKind } from '#domain/listings.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import type { Cents } from '#domain/values/units.ts';
import type { Sex, Species } from '#domain/records/animals.ts';
import { formatPrice } from '#domain/values/money.ts';
import { productTitle } from '#domain/product.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { mayHaveBeenSent } from '#server/db/restores.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { attemptEach } from '#server/jobs/attempt-each.ts';
import type { Job } from '#server/jobs/job.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import { listNew, maxNew, readNewestPosition } from './new-listings.ts';
import { shownBirthDate } from './search-listings.ts';

/** UTC: in the morning in Europe, and before the morning in America. */
const mailHour = 9;
const maxListed = 10;

/** Mails once a day about listings added since the last mail. */
export const searchMail: Job = {
  name: 'search mail',
  everyMs: 10 * 60_000,
  run: async (deps, signal) => {
    const { db, now } = deps;
    const today = now().toISOString().slice(0, 10);
    if (now().getUTCHours() < mailHour) return;
    const people = await db
      .selectFrom('saved_searches')
      .select('user_id as userId')
      .distinct()
      .where('wants_mail', '=', true)
      .where((eb) => eb.or([eb('mailed_on', 'is', null), eb('mailed_on', '<', today)]))
      .execute();
    await attemptEach(people, signal, async ({ userId }) => {
      if (await mailOnce(deps, userId, today)) deps.wakeMail();
    });
  },
};

/** The day is recorded in the transaction of the mail, or if none is needed, so that only one of several servers mails, even after a restart. */
const mailOnce = ({ db, config: { publicUrl }, now }: Deps, userId: string, today: string): Promise<boolean> =>
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
    const newest = await readNewestPosition(tx);
    const except = person.farmId === null ? undefined : vouchedFarmId(person.farmId);
    for (const { search, since } of taken) {
      for (const position of await listNew(tx, search, { since, except, today })) found.add(position);
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
    const mail = searchEmail({
      found: found.size,
      newest: await listNewest(tx, found),
      today,
      publicUrl,
      endUrl: stop ? `${publicUrl}${endScreenOf(stop)}` : undefined,
    });
    return (await mailTo(tx, person, 'reminder', mail, now(), { stopUrl })) === undefined;
  });

/** Listings that were removed in the meantime are left out. */
const listNewest = (tx: Tx, positions: ReadonlySet<number>): Promise<Offered[]> =>
  tx
    .selectFrom('listings')
    .select([
      'animal_id as id',
      'species',
      'sex',
      'is_castrated as isCastrated',
      'price_cents as cents',
      shownBirthDate.as('birthDate'),
    ])
    .where('position', 'in', Array.from(positions))
    .orderBy('position', 'desc')
    .limit(maxListed)
    .execute();

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
  const token = newToken();
  const row = { token_hash: hashToken(token), user_id: userId, created_at: now.toISOString() };
  await tx.insertInto('search_mail_stops').values(row).execute();
  return token;
}

interface Offered {
  readonly id: string;
  readonly species: Species;
  readonly sex: Sex;
  readonly isCastrated: boolean;
  readonly birthDate: CalendarDate | null;
  readonly cents: Cents;
}

interface News {
  readonly found: number;
  readonly newest: readonly Offered[];
  readonly today: CalendarDate;
  readonly publicUrl: string | undefined;
  readonly endUrl: string | undefined;
}

/** Contains no name, tag number, breed or description, because mails contain nothing that a person has typed. */
export function searchEmail({ found, newest, today, publicUrl, endUrl }: News) {
  const number = found >= maxNew ? `${maxNew} or more` : String(found);
  const animals = found === 1 ? '1 new animal' : `${number} new animals`;
  return renderEmail(`For sale: ${animals}`, [
    `The marketplace has ${animals} matching your saved searches.`,
    ...(publicUrl
      ? [
          {
            links: newest.map(({ id, cents, ...animal }) => ({
              label: `${offeredKind(animal, today)}, ${formatPrice(cents)}`,
              url: `${publicUrl}/for-sale/${id}`,
            })),
          },
          { button: 'See your saved searches', url: `${publicUrl}/favourites` },
        ]
      : []),
    `You get this email because you asked for it in ${productTitle}. You can stop it beside your saved searches.`,
    ...(endUrl ? [{ links: [{ label: 'Stop these emails', url: endUrl }] }] : []),
  ]);
}

/** The screen on which a person can unsubscribe without signing in. */
export const endScreenOf = (token: string): string => `/favourites?token=${encodeURIComponent(token)}`;

/** One-click unsubscription (RFC 8058), also used by that screen. Does not reveal whether the link was known. */
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
