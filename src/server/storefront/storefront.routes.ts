import type { storefrontRoutes } from '#contract/storefront.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { changeStorefront, readStorefront } from './storefront.service.ts';

export const storefrontHandlers = (deps: Deps): Handlers<typeof storefrontRoutes> => ({
  readStorefront: (_, { farmId }) => readStorefront(deps.db, farmId),
  changeStorefront: ({ body }, { farmId }) => changeStorefront(deps.db, farmId, body),
});
