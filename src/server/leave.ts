import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './http/drain.ts';

/** For the last words on the wire, and for a database that does not let go. */
const lastMs = 500;

interface House {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** Ends what runs beside the requests. */
  readonly stopWork: () => Promise<unknown>;
  /** Writes everything down and lets the database go. */
  readonly closeDatabase: () => Promise<unknown>;
  /** How long what was asked may take. */
  readonly drainMs?: number;
}

/**
 * Nothing new is taken, once the proxies that ask for it know; what was asked is finished, all within ten seconds, and the rest is told
 * to try again. Resolves when the process may end, whatever hangs.
 */
export async function leave({ app, drain, stopWork, closeDatabase, drainMs = 10_000 }: House): Promise<void> {
  const announcedMs = Math.min(drain.announce(), drainMs);
  if (announcedMs > 0) await setTimeout(announcedMs);
  drain.begin();
  // A browser keeps its connection after the answer it was waiting for: closed as soon as nothing is asked on it.
  const hangUp = setInterval(() => app.server.closeIdleConnections(), 100);
  // One part that fails must not cut short the other, on which requests wait.
  const stops = [app.close(), stopWork()].map((stop) =>
    stop.catch((error: unknown) => app.log.error({ err: error }, 'a part of the server could not be stopped in order')),
  );
  const done = Promise.all(stops).then(() => true);
  if (!(await Promise.race([done, setTimeout(drainMs - announcedMs, false)]))) {
    app.log.warn('some requests were not finished in time; they are told to try again');
    drain.giveUp();
    await setTimeout(lastMs);
    app.server.closeAllConnections();
  }
  clearInterval(hangUp);
  await Promise.race([closeDatabase(), setTimeout(lastMs)]);
}
