import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Drain } from './http/drain.ts';

const graceMs = 500;

interface ShutdownParts {
  readonly app: FastifyInstance;
  readonly drain: Drain;
  readonly stopWork: () => Promise<unknown>;
  readonly closeDatabase: () => Promise<unknown>;
  readonly drainMs?: number;
}

/**
 * Announces the shutdown to proxies that poll /readyz, rejects new requests, finishes running ones and answers the rest with 503 after
 * `drainMs`. Resolves when the process may end, even if a part never stops.
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
  // Browsers keep connections open after a response.
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
