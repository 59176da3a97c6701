import { dayMs } from '#server/time-after.ts';
import type { Db } from './connect.ts';

/** Longer than servers rest, as a rule. */
const leapMs = 7 * dayMs;
/** How long somebody has to notice a wrong clock. */
const doubtMs = dayMs;

const readHeartbeat = (db: Db) => db.selectFrom('heartbeat').select(['at', 'leapt_at as leaptAt']).executeTakeFirstOrThrow();

const isLeap = (at: string | null, now: Date): boolean => at !== null && Math.abs(now.getTime() - Date.parse(at)) > leapMs;

/** Called with each heartbeat. Resolves with whether the clock has leapt since the one before. */
export async function recordTime(db: Db, now: Date): Promise<boolean> {
  const hasLeapt = isLeap((await readHeartbeat(db)).at, now);
  const at = now.toISOString();
  await db
    .updateTable('heartbeat')
    .set({ at, ...(hasLeapt && { leapt_at: at }) })
    .execute();
  return hasLeapt;
}

/** Whether the clock has leapt within a day: it may be wrong, so nothing goes by its age. */
export async function isClockDoubted(db: Db, now: Date): Promise<boolean> {
  const { at, leaptAt } = await readHeartbeat(db);
  return isLeap(at, now) || (leaptAt !== null && Date.parse(leaptAt) > now.getTime() - doubtMs);
}
