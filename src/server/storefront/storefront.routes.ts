import type { storefrontRoutes } from '#contract/storefront.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { changeListingDetails, readListingDetails } from './listing-details.service.ts';
import { changeStorefront, readStorefront } from './storefront.service.ts';

export const storefrontHandlers = (deps: Deps): Handlers<typeof storefrontRoutes> => ({
  readStorefront: (_, { farmId }) => readStorefront(deps.db, farmId),
  changeStorefront: ({ body }, { farmId }) => changeStorefront(deps.db, farmId, body),
  readListingDetails: ({ params }, { farmId }) => readListingDetails(deps.db, farmId, params.id),
  changeListingDetails: ({ params, body }, context) => changeListingDetails(deps, context, params.id, body),
});
