import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '#server/config.ts';
import { Problem } from '#server/problem.ts';

/** Only this origin may ask for permissions: the camera and a serial port to read ear tags, and the location. */
const permissions = 'camera=(self), serial=(self), microphone=(), geolocation=(self), usb=(), payment=()';

const isSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith('https://') ?? false;
const httpsOnly = { maxAge: 63_072_000, includeSubDomains: true } as const;

export const plainHeaders = (config: Config): Readonly<Record<string, string>> => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': permissions,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isSecure(config) && { 'strict-transport-security': `max-age=${httpsOnly.maxAge}; includeSubDomains` }),
});

export function secureHeaders(app: FastifyInstance, config: Config): void {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    strictTransportSecurity: isSecure(config) ? httpsOnly : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', (request, reply, next) => {
    reply.raw.setHeader('permissions-policy', permissions);
    secure(request.raw, reply.raw, (error) => next(error as Error | undefined));
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that a browser reports as coming from another site (OWASP ASVS 3.5.1); without either header it is no browser. `Origin` is
 * compared by host only, because a proxy may terminate https.
 */
export function rejectOtherSites(app: FastifyInstance, { publicUrl }: Config): void {
  const ownHost = publicUrl && new URL(publicUrl).host;
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return;
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Problem('request.cross_site');
    const { origin } = request.headers;
    if (origin === undefined) return;
    const host = URL.canParse(origin) ? new URL(origin).host : undefined;
    if (host === undefined || (host !== request.headers.host && host !== ownHost)) throw new Problem('request.cross_site');
  });
}
