import type { FastifyInstance } from 'fastify';
import { publicAddress } from '#server/config.ts';
import { readSite } from '#server/db/site-settings.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';

const daysMs = 86_400_000;

/** What other programs look for at fixed addresses (RFC 8615). */
export function serveWellKnown(app: FastifyInstance, { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): void {
  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', async (_, reply) => reply.redirect('/settings', 302));

  // RFC 9116. Without an address for questions there is nobody to write to.
  app.get('/.well-known/security.txt', async (_, reply) => {
    const { supportAddress } = await readSite(db);
    if (supportAddress === null) throw new Problem('route.not_found');
    const expires = new Date(now().getTime() + 90 * daysMs).toISOString();
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${supportAddress}\nExpires: ${expires}\nCanonical: ${publicAddress(config)}/.well-known/security.txt\n`,
      );
  });
}
