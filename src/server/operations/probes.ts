import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isLoopback } from '#server/http/trusted-proxy.ts';
import { Problem } from '#server/problem.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import { publicAddress } from '#server/config.ts';
import { readSite } from '#server/db/site-settings.ts';

interface Parts {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
}

/** What other programs ask for: probes, numbers, and the well-known addresses. */
export function serveProbes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  { readiness, metrics }: Parts,
): void {
  serveWellKnown(app, deps);

  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));

  app.get('/readyz', async (_, reply) => {
    const reasons = await readiness();
    reply.header('cache-control', 'no-store');
    if (reasons.length === 0) return reply.send({ status: 'ready' });
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reasons });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, deps.config.metricsToken)) {
      request.log.warn({ security: 'metrics refused', ip: request.ip }, 'whoever asked for /metrics may not read them');
      throw new Problem('route.not_found');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.print());
  });
}

/** With a configured token, only requests that carry it; without one, only requests from this machine that no proxy forwarded. */
function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  const isPassedOn = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some((name) => name in headers);
  return !isPassedOn && isLoopback(socket.remoteAddress) && isOwnName(headers.host);
}

const isOwnName = (host = ''): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const daysMs = 86_400_000;

/** What other programs look for at fixed addresses (RFC 8615). */
function serveWellKnown(app: FastifyInstance, { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): void {
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
