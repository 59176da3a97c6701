import type { Page } from 'playwright-core';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';

/** Whether the call of this method and path is stored in the browser and sent as an operation. `*` stands for a parameter. */
export const isSentAsOperation = (method: string, path: string): boolean =>
  Object.values<Route>(api).some(
    (route) => route.offline && route.method === method && `/api${route.path.replaceAll(/:\w+/g, '*')}` === path,
  );

/** The server refuses all operations, with this message or without one. */
export const refuseOperations = (page: Page, message?: string): Promise<unknown> =>
  page.route('**/api/sync', (route) => {
    const { ops } = route.request().postDataJSON() as { ops: readonly { id: string }[] };
    return route.fulfill({
      json: { revision: 0, results: ops.map(({ id }) => ({ id, outcome: 'refused', status: 400, message })) },
    });
  });
