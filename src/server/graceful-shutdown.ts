import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './http/drain.ts';

/** For the last answers to be sent, and then for the database to be closed. */
const graceMs = 500;

interface ShutdownParts {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  /** Stops the background work. */
  readonly stopWork: () => Promise<unknown>;
  readonly closeDatabase: () => Promise<unknown>;
  /** How long requests that are being handled may take. */
  readonly drainMs?: number;
}

/**
 * Announces the shutdown to proxies that poll /readyz, rejects new requests, finishes those that are being handled and answers what is
 * left after `drainMs` with 503. Resolves when the process may end, also when a part never stops.
 */
export async function shutDownGracefully({
  app,
  drain,
  stopWork,
  closeDatabase,
  drainMs = 10_000,
}: ShutdownParts): Promise<void> {
  const announcedMs = Math.min(drain.announce(), drainMs);
  if (announcedMs > 0) await setTimeout(announcedMs);
  drain.begin();
  // Browsers keep connections open after an answer.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), 100);
  // A part that fails to stop must not cut the requests short.
  const stops = [app.close(), stopWork()].map((stop) =>
    stop.catch((error: unknown) => app.log.error({ err: error }, 'a part of the server could not be stopped in order')),
  );
  const done = Promise.all(stops).then(() => true);
  if (!(await Promise.race([done, setTimeout(drainMs - announcedMs, false)]))) {
    app.log.warn('some requests were not finished in time; they are told to try again');
    drain.rejectOpen();
    await setTimeout(graceMs);
    app.server.closeAllConnections();
  }
  clearInterval(closingIdle);
  await Promise.race([closeDatabase(), setTimeout(graceMs)]);
}
