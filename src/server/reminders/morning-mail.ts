import { dueCountsText } from '#domain/breeding/due-counts.ts';
import type { Task } from '#domain/work/today.ts';
import { productTitle } from '#domain/product.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inBatches, pageBy } from '#server/db/in-batches.ts';
import { mayManageNow, membershipsAt, type MembershipKey } from '#server/db/memberships.ts';
import { mayHaveBeenSent } from '#server/db/restores.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, newToken } from '#server/http/sessions.ts';
import { attemptEach } from '#server/jobs/attempt-each.ts';
import type { Job } from '#server/jobs/job.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { renderEmail } from '#server/mail/render-email.ts';
import { hourMs, timeAfter } from '#server/time-after.ts';
import { todayIn } from './calendar.service.ts';
import { type DueToday, readDueToday, type ReadDueToday } from './due-tasks.ts';

/** A server that was down in the morning does not send the mail in the evening. */
export const latestHours = 4;
const rowsAtOnce = 500;

export const morningMail: Job = {
  name: 'morning mail',
  everyMs: 10 * 60_000,
  run: async (deps, signal) => {
    const dueTodayOf = readDueToday(deps.db);
    await attemptEach(dueNow(deps.db, deps.now()), signal, async (person) => {
      if (await mailOnce(deps, person, dueTodayOf)) deps.wakeMail();
    });
  },
};

interface Person extends MembershipKey {
  /** The day in the person's time zone. */
  readonly today: string;
  /** When the mail was due. */
  readonly dueAt: string;
}

/** The people member hour has come and who have not been mailed today. */
async function* dueNow(db: Db, now: Date): AsyncGenerator<Person> {
  const wanted = db
    .selectFrom('reminders')
    .select(['farm_id as farmId', 'user_id as userId', 'zone', 'mail_hour as hour', 'mailed_on as mailedOn'])
    .where('mail_hour', 'is not', null);
  type Row = Awaited<ReturnType<typeof wanted.execute>>[number];
  const read = (after: Row | undefined, limit: number) =>
    pageBy(wanted, ['farm_id', 'user_id'], { after: after && [after.farmId, after.userId], limit }).execute();
  for await (const rows of inBatches(read, { most: rowsAtOnce })) {
    for (const { farmId, userId, zone, hour, mailedOn } of rows) {
      const today = todayIn(zone, now);
      const late = latenessIn(zone, hour ?? 0, now);
      if (late < 0 || late > latestHours || (mailedOn !== null && mailedOn >= today)) continue;
      yield { farmId: vouchedFarmId(farmId), userId, today, dueAt: timeAfter(now, -(late + 1) * hourMs) };
    }
  }
}

/** The number of hours since the given hour in the zone. */
export const latenessIn = (zone: string, hour: number, now: Date): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now)) - hour;

/** The day is recorded in the transaction of the mail, or if none is needed, so that only one of several servers mails, even after a restart. */
async function mailOnce(
  { db, config: { publicUrl }, now }: Deps,
  { today, dueAt, ...member }: Person,
  dueTodayOf: ReadDueToday,
): Promise<boolean> {
  const { tasks, papers: papersOfFarm, stock } = await dueTodayOf(member.farmId, today);
  return inTransaction(db, async (tx) => {
    const taken = await tx
      .updateTable('reminders')
      .set({ mailed_on: today })
      .where('farm_id', '=', member.farmId)
      .where('user_id', '=', member.userId)
      .where('mail_hour', 'is not', null)
      .where((eb) => eb.or([eb('mailed_on', 'is', null), eb('mailed_on', '<', today)]))
      .returning('user_id')
      .executeTakeFirst();
    // A mail due before a restore may have been sent already.
    if (!taken || (await mayHaveBeenSent(tx, dueAt))) return false;
    const person = await findPerson(tx, member, now());
    if (!person) return false;
    const due = tasks.filter(({ part }) => part !== 'week');
    const papers = (await mayManageNow(tx, member, now())) ? papersOfFarm : 0;
    if (due.length + papers + stock === 0) return false;
    const stop = publicUrl && (await newStop(tx, member, now()));
    const mail = morningEmail({ due, papers, stock }, publicUrl);
    const stopUrl = stop ? `${publicUrl}/api/mail-stops/${stop}` : undefined;
    return (await mailTo(tx, person, 'reminder', mail, now(), { stopUrl })) === undefined;
  });
}

const findPerson = (tx: Tx, { farmId, userId }: MembershipKey, now: Date) =>
  membershipsAt(tx, now)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.email_confirmed_at as emailConfirmedAt'])
    .where('memberships.farm_id', '=', farmId)
    .where('users.id', '=', userId)
    .executeTakeFirst();

async function newStop(tx: Tx, { farmId, userId }: MembershipKey, now: Date): Promise<string> {
  const token = newToken();
  const row = { token_hash: hashToken(token), farm_id: farmId, user_id: userId, created_at: now.toISOString() };
  await tx.insertInto('mail_stops').values(row).execute();
  return token;
}

const labels: Readonly<Record<Task['kind'], string>> = {
  birth: 'Births',
  vaccination: 'Vaccinations',
  dose: 'Doses',
  checkup: 'Checkups',
  pregnancyCheck: 'Pregnancy checks',
  weaning: 'Young to wean',
  withdrawalEnd: 'Ends of withdrawals',
  chore: 'Tasks',
};

const sizeOf = ({ kind, animalIds }: Pick<Task, 'kind' | 'animalIds'>): number => (kind === 'chore' ? 1 : animalIds.length);

export const sizeOfAll = (tasks: readonly Task[]): number => tasks.reduce((total, task) => total + sizeOf(task), 0);

interface Due extends Pick<DueToday, 'papers' | 'stock'> {
  readonly due: readonly Task[];
}

/** Contains only numbers, because mails contain nothing that a person has typed. */
export function morningEmail({ due, papers, stock }: Due, publicUrl: string | undefined) {
  const [overdue, now] = [due.filter(({ part }) => part === 'overdue'), due.filter(({ part }) => part === 'today')];
  const parts = dueCountsText({ overdue: sizeOfAll(overdue), due: sizeOfAll(now) + papers + stock });
  const facts = [...Map.groupBy(due, ({ kind }) => kind)].map(
    ([kind, tasks]) => [labels[kind], String(sizeOfAll(tasks))] as const,
  );
  const also = (
    [
      ['Papers', papers],
      ['Medicine cupboard', stock],
    ] as const
  ).flatMap(([label, size]) => (size > 0 ? [[label, String(size)] as const] : []));
  return renderEmail(`Today: ${parts}`, [
    `On your farm: ${parts}.`,
    { facts: [...facts, ...also] },
    ...(publicUrl ? [{ button: 'Open Today', url: `${publicUrl}/` }] : []),
    `You get this email because you asked for it in ${productTitle}. You can stop it in Settings.`,
  ]);
}

/** One-click unsubscription (RFC 8058). Does not reveal whether the link was known. */
export const stopMail = (db: Db, token: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stop = await tx
      .selectFrom('mail_stops')
      .select(['farm_id as farmId', 'user_id as userId'])
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst();
    if (!stop) return;
    await tx
      .updateTable('reminders')
      .set({ mail_hour: null })
      .where('farm_id', '=', stop.farmId)
      .where('user_id', '=', stop.userId)
      .execute();
  });
