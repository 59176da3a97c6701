import { dayMs } from '#server/time-after.ts';
import type { Db } from './connect.ts';

/** Longer than servers rest, as a rule. */
const jumpMs = 7 * dayMs;
/** How long somebody has to notice a wrong clock. */
const doubtMs = dayMs;

const readHeartbeat = (db: Db) => db.selectFrom('heartbeat').select(['at', 'jumped_at as jumpedAt']).executeTakeFirstOrThrow();

const isJump = (at: string | null, now: Date): boolean => at !== null && Math.abs(now.getTime() - Date.parse(at)) > jumpMs;

/** Called with each heartbeat. Resolves with whether the clock has jumped since the one before. */
export async function recordTime(db: Db, now: Date): Promise<boolean> {
  const hasJumped = isJump((await readHeartbeat(db)).at, now);
  const at = now.toISOString();
  await db
    .updateTable('heartbeat')
    .set({ at, ...(hasJumped && { jumped_at: at }) })
    .execute();
  return hasJumped;
}

/** Whether the clock has jumped within a day: it may be wrong, so nothing goes by its age. */
export async function isClockDoubted(db: Db, now: Date): Promise<boolean> {
  const { at, jumpedAt } = await readHeartbeat(db);
  return isJump(at, now) || (jumpedAt !== null && Date.parse(jumpedAt) > now.getTime() - doubtMs);
}
