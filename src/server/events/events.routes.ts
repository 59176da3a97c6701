import type { eventRoutes } from '#contract/events.ts';
import type { Deps } from '#server/deps.ts';
import { readInTurn } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readAnimalSummary } from './animal-summary.ts';
import { listEvents } from './events.queries.ts';
import { recordEvents, replaceEvent, voidEvent, voidEvents } from './events.service.ts';

export const eventHandlers = (deps: Deps): Handlers<typeof eventRoutes> => ({
  recordEvents: async ({ body }, context) => ({ events: await recordEvents(deps, context, body.events, body.knownBirthDays) }),
  listEvents: async ({ query }, { farmId, linkNext }) => {
    const { events, next } = await readInTurn(deps.db, () => listEvents(deps.db, farmId, query));
    if (next !== undefined) linkNext(next);
    return events;
  },
  replaceEvent: ({ params, body }, context) => replaceEvent(deps, context, params.id, body),
  voidEvent: ({ params, body }, context) => voidEvent(deps, context, params.id, body),
  voidEvents: async ({ body }, context) => ({ events: await voidEvents(deps, context, body) }),
  readAnimalSummary: ({ params }, { farmId }) => readAnimalSummary(deps, farmId, params.id),
});
