import type { FastifyInstance } from 'fastify';
import { addressKey } from '#server/concurrency/address-key.ts';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';

interface Stop {
  /** Ends the mails of a kind. */
  readonly end: (db: Db, token: string) => Promise<void>;
  /** Where a person can end and begin them. */
  readonly screen: string;
}

const tries = { hits: 60, seconds: 3600 };

/**
 * What a mail program asks for at one click (RFC 8058): a form of its own, without a session. It is not in the contract: no browser and no
 * client calls it. A person who opens the address is led to the screen, because a program that looks at links must not end anything.
 */
export async function serveMailStops(
  app: FastifyInstance,
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  stops: Readonly<Record<string, Stop>>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_, body, done) => done(null, body));
    for (const [path, { end, screen }] of Object.entries(stops)) {
      scope.post<{ Params: { token: string } }>(path, async ({ params, ip }, reply) => {
        await limits.hit(`mail stops of ${addressKey(ip)}`, tries, 'Too many attempts. Wait a moment and try again.');
        await end(db, params.token);
        reply.header('cache-control', 'no-store');
        return { stopped: true };
      });
      scope.get(path, async (_, reply) => reply.header('cache-control', 'no-store').redirect(screen, 303));
    }
  });
}
