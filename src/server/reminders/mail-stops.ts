import type { FastifyInstance } from 'fastify';
import { addressKey } from '#server/concurrency/address-key.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Deps } from '#server/deps.ts';

interface Stop {
  /** Unsubscribes from a kind of mail. */
  readonly end: (db: Db, token: string) => Promise<void>;
  /** The screen on which a person can unsubscribe. */
  readonly screenOf: (token: string) => string;
}

const tries = { hits: 60, seconds: 3600 };

/**
 * One-click unsubscription by mail programs (RFC 8058): a form post without a session. It is not in the contract, because no client of
 * the API calls it. A GET redirects to the screen, because programs that scan links must not unsubscribe anybody.
 */
export async function serveMailStops(
  app: FastifyInstance,
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  stops: Readonly<Record<string, Stop>>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_, body, done) => done(null, body));
    for (const [path, { end, screenOf }] of Object.entries(stops)) {
      scope.post<{ Params: { token: string } }>(path, async ({ params, ip }, reply) => {
        await limits.hit(`mail stops of ${addressKey(ip)}`, tries, 'Too many attempts. Wait a moment and try again.');
        await end(db, params.token);
        reply.header('cache-control', 'no-store');
        return { stopped: true };
      });
      scope.get<{ Params: { token: string } }>(path, async ({ params }, reply) =>
        reply.header('cache-control', 'no-store').redirect(screenOf(params.token), 303),
      );
    }
  });
}
