import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '#server/time-after.ts';
import type { Db } from './engines/connect.ts';
import { ensureFolder } from './engines/data-folder.ts';

/** Longer than servers rest, as a rule. */
const jumpMs = 7 * dayMs;
/** How long somebody has to notice a wrong clock. */
const doubtMs = dayMs;

const readTimes = (db: Db) => db.selectFrom('heartbeat').select(['at', 'jumped_at as jumpedAt']).executeTakeFirstOrThrow();

const isJump = (at: string | null, now: Date): boolean => at !== null && Math.abs(now.getTime() - Date.parse(at)) > jumpMs;

/**
 * Counts a minute, in the database first and then in the file beside it, so that the file is ahead only after a restore. Resolves with whether
 * the clock has jumped since the beat before.
 */
export async function recordHeartbeat(db: Db, dataDir: string, now: Date): Promise<boolean> {
  const hasJumped = isJump((await readTimes(db)).at, now);
  const at = now.toISOString();
  const { beats } = await db
    .updateTable('heartbeat')
    .set((eb) => ({ beats: eb('beats', '+', 1), at, ...(hasJumped && { jumped_at: at }) }))
    .returning('beats')
    .executeTakeFirstOrThrow();
  ensureFolder(dataDir);
  const draft = `${fileBeside(dataDir)}.part`;
  await writeFile(draft, String(beats), { mode: 0o600 });
  await rename(draft, fileBeside(dataDir));
  return hasJumped;
}

/** Whether the clock has jumped within a day: it may be wrong, so nothing goes by its age. */
export async function isClockDoubted(db: Db, now: Date): Promise<boolean> {
  const { at, jumpedAt } = await readTimes(db);
  return isJump(at, now) || (jumpedAt !== null && Date.parse(jumpedAt) > now.getTime() - doubtMs);
}

export const readBeatsBeside = async (dataDir: string): Promise<number> =>
  Number(await readFile(fileBeside(dataDir), 'utf8').catch(() => '0'));

const fileBeside = (dataDir: string): string => join(dataDir, 'heartbeat');
