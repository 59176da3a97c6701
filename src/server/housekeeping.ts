import type { FastifyBaseLogger } from 'fastify';
import { forgetExpiredPasswords } from './accounts/temporary-passwords.queries.ts';
import type { Deps } from './deps.ts';
import { removeUnusedPictures } from './files/files.service.ts';
import { forgetOldLimits } from './http/limits.ts';
import { endExpiredSessions } from './http/sessions.ts';
import { forgetOldMail } from './mail/outbox.queries.ts';

const hourMs = 3_600_000;

type Needs = Pick<Deps, 'db' | 'now' | 'pictures'>;

/** Clears away what nobody reads any more, now and every hour; several servers may do it at once. */
export function keepHouse(deps: Needs, log: FastifyBaseLogger): NodeJS.Timeout {
  const round = (): void => void tidy(deps).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  round();
  return setInterval(round, hourMs);
}

async function tidy({ db, now, pictures }: Needs): Promise<void> {
  await endExpiredSessions(db, now());
  await forgetExpiredPasswords(db, now());
  await forgetOldLimits(db, now());
  await forgetOldMail(db, now());
  await removeUnusedPictures({ db, now, pictures });
}
