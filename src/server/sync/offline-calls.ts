import { api, type Api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { operationShape, type Operation } from '#contract/sync.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/problem.ts';
import type { Handlers } from '#server/routing/mount.ts';

export type OfflineCall = { [K in keyof Api]: Api[K] extends { readonly offline: true } ? K : never }[keyof Api];

/** Creates the handlers of the routes with the transaction of each operation. */
export type OfflineHandlers = (deps: Deps) => Pick<Handlers<Api>, OfflineCall>;

/** The call may be unknown, because a browser may be newer than this server. */
export function findOfflineCall({ call, shape }: Operation): OfflineCall {
  const route: Route | undefined = Object.hasOwn(api, call) ? api[call as keyof Api] : undefined;
  if (!route?.offline || shape > operationShape) throw new Problem('sync.unknown_call');
  return call as OfflineCall;
}
