import type { FastifyBaseLogger } from 'fastify';
import { forgetExpiredPasswords } from './accounts/temporary-passwords.queries.ts';
import type { Db } from './db/connect.ts';
import { forgetOldLimits } from './http/limits.ts';
import { endExpiredSessions } from './http/sessions.ts';
import { forgetOldMail } from './mail/outbox.queries.ts';

const hourMs = 3_600_000;

/** Clears away what nobody reads any more, now and every hour; several servers may do it at once. */
export function keepHouse(db: Db, now: () => Date, log: FastifyBaseLogger): NodeJS.Timeout {
  const round = (): void => void tidy(db, now()).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  round();
  return setInterval(round, hourMs);
}

export async function tidy(db: Db, now: Date): Promise<void> {
  await endExpiredSessions(db, now);
  await forgetExpiredPasswords(db, now);
  await forgetOldLimits(db, now);
  await forgetOldMail(db, now);
}
