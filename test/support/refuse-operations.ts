import type { Page } from 'playwright-core';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';

/** Whether the browser stores the call with this method and path and sends it as an operation. `*` stands for a parameter. */
export const isSentAsOperation = (method: string, path: string): boolean =>
  Object.values<Route>(api).some(
    (route) => route.offline && route.method === method && `/api${route.path.replaceAll(/:\w+/g, '*')}` === path,
  );

/** Makes the server refuse all operations, with or without a message. */
export const refuseOperations = (page: Page, message?: string): Promise<unknown> =>
  page.route('**/api/sync', (route) => {
    const { ops } = route.request().postDataJSON() as { ops: readonly { id: string }[] };
    return route.fulfill({
      json: { revision: 0, results: ops.map(({ id }) => ({ id, outcome: 'refused', status: 400, message })) },
    });
  });
