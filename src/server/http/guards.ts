import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/route.ts';
import { rightsOf, type FarmRole, type Right } from '#domain/members.ts';
import type { Config } from '#server/config.ts';
import type { Act } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import { waitForFarm } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { findViewer, sessionDays, type Viewer } from './sessions.ts';

export interface Visit {
  readonly ip: string;
  readonly cookie: SessionCookie;
  readonly log: FastifyRequest['log'];
  readonly linkNext: (cursor: string) => void;
  /** Names the state of the answer, and tells whether the caller has it already. */
  readonly knows: (etag: string) => boolean;
}

export interface SessionCookie {
  readonly token: string | undefined;
  set(token: string): void;
  clear(): void;
}

export interface SignedIn extends Visit {
  readonly viewer: Viewer;
}

/** Only this context carries a FarmId, and only this guard creates one. */
export interface InFarm extends SignedIn, Act {
  readonly by: { readonly user: string };
  readonly role: FarmRole;
  readonly rights: ReadonlySet<Right>;
}

export interface Contexts {
  readonly public: Visit;
  readonly user: SignedIn;
  readonly farm: InFarm;
  readonly admin: SignedIn;
}

type Guard<A extends Access> = (request: FastifyRequest, reply: FastifyReply) => Promise<Contexts[A]>;

export type Guards = { readonly [A in Exclude<Access, 'farm'>]: Guard<A> } & {
  readonly farm: (needs: Right, call: string) => Guard<'farm'>;
  readonly viewerOf: (request: FastifyRequest) => Promise<Viewer | undefined>;
};

export function createGuards({ db, config, now }: { db: Db; config: Config; now: () => Date }): Guards {
  const { tokenOf, cookieOf } = sessionCookie(config);

  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => ({
    ip: request.ip,
    cookie: cookieOf(request, reply),
    log: request.log,
    knows: (etag) => {
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
      return known.includes(etag);
    },
    linkNext: (cursor) => {
      const url = new URL(request.url, 'http://localhost');
      url.searchParams.set('cursor', cursor);
      reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
    },
  });

  const viewerOf = async (request: FastifyRequest): Promise<Viewer | undefined> => {
    const token = tokenOf(request);
    return token === undefined ? undefined : findViewer(db, token, now());
  };

  const user = async (request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> => {
    const base = await visit(request, reply);
    const viewer = await viewerOf(request);
    if (!viewer) throw new Problem('session.required');
    return { ...base, viewer };
  };

  return {
    viewerOf,
    public: visit,
    user,
    farm: (needs, call) => async (request, reply) => {
      const context = await user(request, reply);
      const { farmId, role, grantedRole, userId } = context.viewer;
      const rights = rightsOf(role);
      // Their role would do, but the plan that it needs has ended.
      if (!rights.has(needs) && rightsOf(grantedRole).has(needs)) throw new Problem('plan.lacks_people');
      ensureRight(rights, needs);
      await waitForFarm(db, farmId);
      return { ...context, farmId, role, rights, by: { user: userId }, call };
    },
    admin: async (request, reply) => {
      const context = await user(request, reply);
      if (!context.viewer.isAdmin) {
        request.log.warn({ userId: context.viewer.userId }, 'refused: not an administrator');
        throw new Problem('role.forbidden');
      }
      return context;
    },
  };
}

/** For a route that needs more than its own right for some of what can be sent to it. */
export function ensureRight(rights: ReadonlySet<Right>, right: Right): void {
  if (!rights.has(right)) throw new Problem('access.role');
}

/** Rule 10: HttpOnly and SameSite=Lax; behind https also Secure and `__Host-`, which binds the cookie to this host. */
function sessionCookie({ publicUrl }: Config) {
  const isSecure = publicUrl?.startsWith('https://') ?? false;
  const name = isSecure ? '__Host-session' : 'session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[name];
  const cookieOf = (request: FastifyRequest, reply: FastifyReply): SessionCookie => ({
    token: tokenOf(request),
    set: (token) => void reply.setCookie(name, token, { ...options, maxAge: sessionDays * 86_400 }),
    clear: () => void reply.clearCookie(name, options),
  });
  return { tokenOf, cookieOf };
}
