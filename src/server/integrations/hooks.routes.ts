import type { hookRoutes } from '#contract/hooks.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listHooks } from './hooks.queries.ts';
import { addHook, changeHook, listHookDeliveries, removeHook, sendAgain } from './hooks.service.ts';

export const hookHandlers = (deps: Deps): Handlers<typeof hookRoutes> => ({
  listHooks: (_, { farmId }) => listHooks(deps.db, farmId, deps.now()),
  addHook: ({ body }, person) => addHook(deps, person, body),
  changeHook: ({ params, body }, person) => changeHook(deps, person, params.id, body),
  deleteHook: async ({ params }, person) => {
    await removeHook(deps, person, params.id);
    return { message: 'Webhook deleted' };
  },
  listHookDeliveries: ({ params }, { farmId }) => listHookDeliveries(deps, farmId, params.id),
  sendHookDeliveryAgain: ({ params }, person) => sendAgain(deps, person, params),
});
