import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Route } from '#contract/route.ts';
import { rightsOf, scopes, type FarmRole, type Right } from '#domain/accounts/members.ts';
import type { Authorization } from '#server/concurrency/caller.ts';
import type { Config } from '#server/config.ts';
import type { Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { waitUntilFilled } from '#server/db/filling.ts';
import { Problem } from '#server/problem.ts';
import { findKeyHolder, shownKey, type KeyParts } from './api-keys.ts';
import { findViewer, sessionDays, type Viewer } from './sessions.ts';

export interface Visit {
  readonly ip: string;
  readonly cookie: TokenCookie;
  /** Identifies this browser if people share it; it grants nothing without a session. */
  readonly device: TokenCookie;
  readonly log: FastifyRequest['log'];
  readonly linkNext: (cursor: string) => void;
  /** Sets the ETag of the reply, and returns whether the client already has that state. */
  readonly knows: (etag: string) => boolean;
}

/** Routes that tell how far a filling has come. */
const readsFilling: ReadonlySet<string> = new Set(['readImport']);

export interface TokenCookie {
  readonly token: string | undefined;
  set(token: string): void;
  clear(): void;
}

export interface SignedIn extends Visit {
  readonly access: Authorization;
  readonly viewer: Viewer;
}

/** Only this context and the next carry a FarmId, and only the guard creates them. */
export interface InFarm extends Visit, Act {
  readonly access: Authorization;
  readonly viewer: Pick<Viewer, 'farmId' | 'revision'>;
  /** Who calls, or made the key that does. */
  readonly userId: string;
  readonly by: { readonly user: string } | { readonly key: string };
  readonly role: FarmRole;
  readonly rights: ReadonlySet<Right>;
}

export interface PersonInFarm extends InFarm, SignedIn {
  readonly viewer: Viewer;
  readonly by: { readonly user: string };
}

interface Contexts {
  readonly public: Visit;
  readonly user: SignedIn;
  readonly farm: InFarm;
  readonly admin: SignedIn;
}

export type ContextOf<R extends Route> = R extends { readonly personal: true } | { readonly needs: 'own' | 'invite' }
  ? PersonInFarm
  : Contexts[R['access']];

type Guard<A extends Access> = (request: FastifyRequest, reply: FastifyReply) => Promise<Contexts[A]>;

type FarmRoute = Extract<Route, { readonly access: 'farm' }>;

export type Guards = { readonly [A in Exclude<Access, 'farm'>]: Guard<A> } & {
  readonly farm: (route: FarmRoute, call: string) => Guard<'farm'>;
};

interface GuardParts extends KeyParts {
  readonly config: Config;
  /** Adds the young that wait as far as there is room. Resolves with the farm's new revision if there was. */
  readonly joinWaitingYoung: (farmId: FarmId) => Promise<number | undefined>;
}

interface OnFarm {
  readonly farmId: FarmId;
  readonly revision: number;
  readonly isFilling: boolean;
  readonly hasWaitingYoung: boolean;
}

export function createGuards(deps: GuardParts): Guards {
  const { db, config, now } = deps;
  const { tokenOf, cookieOf } = sessionCookie(config);
  const { cookieOf: deviceOf } = deviceCookie(config);

  const visit = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => ({
    ip: request.ip,
    cookie: cookieOf(request, reply),
    device: deviceOf(request, reply),
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

  /** A failure, as of a full disk, must not prevent reading. */
  const withYoungJoined = async <F extends OnFarm>(farm: F, log: FastifyRequest['log']): Promise<F> => {
    if (!farm.hasWaitingYoung || farm.isFilling) return farm;
    try {
      return { ...farm, revision: (await deps.joinWaitingYoung(farm.farmId)) ?? farm.revision };
    } catch (error) {
      log.error(error);
      return farm;
    }
  };

  const user = async (request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> => {
    const base = await visit(request, reply);
    if (shownKey(request) !== undefined) {
      await keyHolder(request, reply);
      throw new Problem('access.role', { message: forPeople });
    }
    const viewer = await viewerOf(request);
    if (!viewer) throw new Problem('session.required');
    const { sessionHash: session, userId, grantedRole: role } = viewer;
    return { ...base, access: { by: { session }, userId, role, now }, viewer: await withYoungJoined(viewer, request.log) };
  };

  /** If a key is sent, the cookie is ignored, even if the key is invalid. */
  const keyHolder = async (request: FastifyRequest, reply: FastifyReply) => {
    const shown = shownKey(request);
    if (shown === undefined) return undefined;
    try {
      return await withYoungJoined(await findKeyHolder(deps, shown, request.ip), request.log);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw error;
    }
  };

  const personInFarm = async (request: FastifyRequest, reply: FastifyReply, call: string): Promise<PersonInFarm> => {
    const context = await user(request, reply);
    const { farmId, role, userId, isByPin } = context.viewer;
    const rights = isByPin ? rightsOf(role).difference(rightsByPassword) : rightsOf(role);
    return { ...context, userId, farmId, role, rights, by: { user: userId }, call };
  };

  return {
    public: visit,
    user,
    farm:
      ({ needs, personal, byPassword }, call) =>
      async (request, reply) => {
        const holder = personal ? undefined : await keyHolder(request, reply);
        if (!holder) {
          const context = await personInFarm(request, reply, call);
          const { rights, viewer } = context;
          if (!rights.has(needs) && rightsOf(viewer.role).has(needs)) throw new Problem('session.password_needed');
          // The role has the right, but the plan that the role needs has ended.
          if (!rights.has(needs) && rightsOf(viewer.grantedRole).has(needs)) throw new Problem('plan.lacks_people');
          ensureRight(context, needs);
          if (byPassword) ensureByPassword(context);
          if (context.viewer.isFilling && !readsFilling.has(call)) await waitUntilFilled(db, context.farmId);
          return context;
        }
        const { keyId, makerId, farmId, revision, isFilling, role, rights } = holder;
        if (!rights.has(needs)) throw new Problem('access.role', { message: forScope(needs) });
        if (isFilling) await waitUntilFilled(db, farmId);
        const base = await visit(request, reply);
        const by = { key: keyId };
        const access = { by, userId: makerId, role, now };
        return { ...base, access, viewer: { farmId, revision }, userId: makerId, farmId, role, rights, by, call };
      },
    admin: async (request, reply) => {
      const context = await user(request, reply);
      if (!context.viewer.isAdmin) {
        request.log.warn({ userId: context.viewer.userId }, 'refused: not an administrator');
        throw new Problem('role.forbidden');
      }
      ensureByPassword(context);
      return context;
    },
  };
}

/** A PIN may have been observed, so it grants nothing permanent: no changes of members, keys, webhooks or plan, and no other farm. */
const rightsByPassword: ReadonlySet<Right> = new Set(['invite', 'hooks', 'own']);

export function ensureByPassword({ viewer }: SignedIn): void {
  if (viewer.isByPin) throw new Problem('session.password_needed');
}

const forPeople = 'An API key cannot do this. Sign in, and do it in the app.';
const forScope = (right: Right): string =>
  scopes.some((scope) => scope === right)
    ? `This API key may not do this: it needs the scope '${right}', and whoever made it must have this right themself.`
    : forPeople;

/** The refusal of a person names the role, that of a program the scope which its key lacks. */
export const lacks = (by: Act['by'], right: Right): Problem =>
  new Problem('access.role', 'key' in by ? { message: forScope(right) } : {});

/** For a route that needs a further right for some requests. */
export function ensureRight({ rights, by }: Pick<Act, 'by'> & Pick<InFarm, 'rights'>, right: Right): void {
  if (!rights.has(right)) throw lacks(by, right);
}

/** A browser's copy belongs to one person and farm, and its session may have been switched to others since. */
export function ensureOwnCopy(
  { farmId, by }: Pick<InFarm, 'farmId' | 'by'>,
  copied: { readonly farmId?: string | undefined; readonly userId?: string | undefined },
): void {
  const isOther =
    (copied.farmId !== undefined && copied.farmId !== farmId) ||
    (copied.userId !== undefined && !('user' in by && by.user === copied.userId));
  if (isOther) throw new Problem('farms.other_open');
}

/** Rule 10: HttpOnly and SameSite=Lax; behind https also Secure and `__Host-`, which binds the cookie to this host. */
const sessionCookie = (config: Config) => tokenCookie(config, { name: 'session', sameSite: 'lax', days: sessionDays });

/** The maximum lifetime of cookies in browsers. */
const deviceCookie = (config: Config) => tokenCookie(config, { name: 'device', sameSite: 'strict', days: 400 });

interface CookieKind {
  readonly name: string;
  readonly sameSite: 'lax' | 'strict';
  readonly days: number;
}

function tokenCookie({ publicUrl }: Config, { name: plainName, sameSite, days }: CookieKind) {
  const isSecure = publicUrl?.startsWith('https://') ?? false;
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite, secure: isSecure } as const;
  const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[name];
  const cookieOf = (request: FastifyRequest, reply: FastifyReply): TokenCookie => ({
    token: tokenOf(request),
    set: (token) => void reply.setCookie(name, token, { ...options, maxAge: days * 86_400 }),
    clear: () => void reply.clearCookie(name, options),
  });
  return { tokenOf, cookieOf };
}
