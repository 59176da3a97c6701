import type { apiKeyRoutes } from '#contract/api-keys.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listKeys } from './api-keys.queries.ts';
import { addApiKey, revokeApiKey } from './api-keys.service.ts';

export const apiKeyHandlers = (deps: Deps): Handlers<typeof apiKeyRoutes> => ({
  listApiKeys: (_, { farmId }) => listKeys(deps.db, farmId),
  addApiKey: ({ body }, person) => addApiKey(deps, person, body),
  revokeApiKey: async ({ params }, person) => {
    await revokeApiKey(deps, person, params.id);
    return { message: 'API key revoked' };
  },
});
