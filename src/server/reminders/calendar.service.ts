import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { calendarDays, calendarEntries, maxCalendarEntries, type CalendarEntry } from '#domain/work/calendar.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { productTitle } from '#domain/product.ts';
import { compareText } from '#domain/values/text.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { mayManageNow, type MembershipKey } from '#server/db/memberships.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Download } from '#server/http/download.ts';
import type { Visit } from '#server/http/guards.ts';
import { hashToken } from '#server/http/sessions.ts';
import { runInSteps } from '#server/lists/run-in-steps.ts';
import { Problem } from '#server/problem.ts';
import { notModified } from '#server/routing/mount.ts';
import { dayMs, timeAfter } from '#server/time-after.ts';
import { calendarFile } from './calendar-file.ts';
import { readSources } from './farm-sources.ts';
import {
  deleteSentEntries,
  findCalendar,
  listSentEntries,
  markRead,
  saveSentEntries,
  type SentEntry,
} from './reminders.queries.ts';

const wrongLinks = { hits: 30, seconds: 3600 };
const reads = { hits: 120, seconds: 3600 };
const tooMany = 'This calendar is requested too often. Try again later.';
/** Cancellations stay this long in the file, for calendar programs that poll rarely. */
const cancelledDays = 60;
/** The newest ones; records that change all the time would otherwise make the file longer with each read. */
const maxCancelled = 2 * maxCalendarEntries;

export const todayIn = (zone: string, now: Date): CalendarDate =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

/** The file for a calendar program. The last sent entries are stored, so that changes get a sequence number and removed entries are cancelled. */
export async function readCalendar(
  { db, limits, now }: Pick<Deps, 'db' | 'limits' | 'now'>,
  visit: Visit,
  token: string,
): Promise<Download | typeof notModified> {
  const hash = hashToken(token);
  const calendar = await limits.attempt(`calendar of ${addressKey(visit.ip)}`, wrongLinks, tooMany, async () => {
    const found = await findCalendar(db, hash, now());
    if (!found) throw new Problem('calendar.not_found');
    return found;
  });
  await limits.hit(`calendar ${hash}`, reads, tooMany);
  const moment = now();
  const today = todayIn(calendar.zone, moment);
  const { revision, name } = await db
    .selectFrom('farms')
    .select(['revision', 'name'])
    .where('id', '=', calendar.farmId)
    .executeTakeFirstOrThrow();
  // The entries depend only on the records, the day and the settings.
  const mayManage = await mayManageNow(db, calendar, moment);
  const kinds = calendar.kinds.filter((kind) => kind !== 'papers' || mayManage);
  const state = JSON.stringify([revision, name, today, kinds, hash]);
  if (visit.knows(`"${createHash('sha256').update(state).digest('base64url').slice(0, 22)}"`)) return notModified;
  const sources = await readSources(db, calendar.farmId, today, kinds.includes('papers') ? ['papers'] : []);
  const entries = await runInSteps(calendarEntries(sources, new Set(kinds), today));
  const sent = await inTransaction(db, async (tx) => {
    await markRead(tx, calendar, moment.toISOString());
    return updateSentEntries(tx, calendar, entries, { today, moment });
  });
  const text = calendarFile(name ?? productTitle, `${calendar.farmId} ${calendar.userId}`, sent);
  return { fileName: 'farm.ics', mediaType: 'text/calendar; charset=utf-8', open: () => Readable.from([text]) };
}

interface Moment {
  readonly today: CalendarDate;
  readonly moment: Date;
}

async function updateSentEntries(
  tx: Tx,
  member: MembershipKey,
  entries: readonly CalendarEntry[],
  { today, moment }: Moment,
): Promise<readonly SentEntry[]> {
  const before = new Map((await listSentEntries(tx, member)).map((entry) => [entry.key, entry]));
  const changedAt = moment.toISOString();
  const current = entries.map((entry): SentEntry => {
    const old = before.get(entry.key);
    const isSame = old?.cancelledAt === null && old.day === entry.day && old.title === entry.title && old.note === entry.note;
    return isSame ? old : { ...entry, sequence: old ? old.sequence + 1 : 0, changedAt, cancelledAt: null };
  });
  const currentKeys = new Set(entries.map(({ key }) => key));
  const gone = [...before.values()].filter(({ key }) => !currentKeys.has(key));
  // Old entries are left out without being cancelled.
  const isInCalendar = calendarDays(today);
  const isExpired = ({ day, cancelledAt }: SentEntry): boolean =>
    cancelledAt === null ? !isInCalendar(day) : cancelledAt < timeAfter(moment, -cancelledDays * dayMs);
  const cancelled = gone
    .filter((entry) => !isExpired(entry))
    .map((entry) =>
      entry.cancelledAt === null ? { ...entry, sequence: entry.sequence + 1, changedAt, cancelledAt: changedAt } : entry,
    )
    .toSorted((a, b) => compareText(b.cancelledAt ?? '', a.cancelledAt ?? ''))
    .slice(0, maxCancelled);
  const all = [...current, ...cancelled];
  const stillSent = new Set(all.map(({ key }) => key));
  await saveSentEntries(
    tx,
    member,
    all.filter((entry) => before.get(entry.key) !== entry),
  );
  await deleteSentEntries(
    tx,
    member,
    gone.filter(({ key }) => !stillSent.has(key)).map(({ key }) => key),
  );
  return all.toSorted((a, b) => (a.day < b.day || (a.day === b.day && a.key < b.key) ? -1 : 1));
}
