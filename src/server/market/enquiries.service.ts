import type { Enquiry } from '#contract/market.ts';
import { listingTitle } from '#domain/listings.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { ownersOf } from '#server/db/memberships.ts';
import { asFields } from '#server/db/record-columns.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { Problem } from '#server/problem.ts';
import { enquiryMail } from './enquiries.mail.ts';
import { shownBirthDate } from './search-listings.ts';

/** The limit of one sender for all farms together; the number that a farm gets is limited by its mailbox's budget (mail/mailing.ts). */
const perHour = { hits: 5, seconds: 3600 };
const tooMany = 'You have written to many farms in the last hour. Wait a while and try again.';
const fullBox = 'This farm has had many enquiries today. Try again tomorrow.';

export async function sendEnquiry(
  { db, limits, now, wakeMail, config: { publicUrl } }: Pick<Deps, 'db' | 'limits' | 'now' | 'wakeMail' | 'config'>,
  sender: string,
  { id, listingIds, name, email, message }: Enquiry,
): Promise<void> {
  await limits.hit(`enquiries of ${sender}`, perHour, tooMany);
  await inTransaction(db, async (tx) => {
    const { farmId, listings } = await findOffered(tx, listingIds);
    const owner = await ownersOf(tx, vouchedFarmId(farmId))
      .select(['users.email', 'users.email_confirmed_at as emailConfirmedAt'])
      .limit(1)
      .executeTakeFirst();
    // Enquiries are mailed to confirmed addresses only.
    if (!owner || owner.emailConfirmedAt === null) throw new Problem('market.no_enquiries');
    const animals = listings.map((listing) => ({
      title: listingTitle(listing, now().toISOString().slice(0, 10)),
      url: publicUrl && `${publicUrl}/for-sale/${listing.id}`,
    }));
    const mail = enquiryMail({ name, email, message, animals });
    const wait = await mailTo(tx, owner, 'enquiry', mail, now(), { id, replyTo: email });
    if (wait !== undefined) throw new Problem('request.too_many', { message: fullBox, retryAfter: wait });
  });
  wakeMail();
}

/** Finds the listings, which must be of one farm that accepts enquiries. */
async function findOffered(tx: Tx, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('listings')
    .leftJoin('storefronts', 'storefronts.farm_id', 'listings.farm_id')
    .select([
      'animal_id as id',
      'listings.farm_id as farmId',
      ...asFields('tagNumber name species sex isCastrated breed'),
      'price_cents as cents',
      shownBirthDate.as('birthDate'),
      'takes_enquiries as takesEnquiries',
    ])
    .where('animal_id', 'in', [...new Set(ids)])
    .orderBy('position')
    .execute();
  const [first] = rows;
  if (!first || rows.length < new Set(ids).size) throw new Problem('market.not_found');
  const { farmId, takesEnquiries } = first;
  if (rows.some((row) => row.farmId !== farmId)) throw Problem.field('listingIds', 'Write to one farm at a time');
  if (takesEnquiries === false) throw new Problem('market.no_enquiries');
  return { farmId, listings: rows.map(({ cents, ...row }) => ({ ...row, salePrice: cents / 100 })) };
}
