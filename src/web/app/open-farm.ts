import type { QueryClient } from '@tanstack/react-query';
import { importPart } from '#web/lib/server/import-part.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { readStoredFarm } from '#web/lib/session/stored-farm.ts';

/**
 * Opens the farm stored in this browser, or begins to store it when somebody with a farm signs in. A visitor of the marketplace
 * loads none of this code. If it cannot be loaded, the screens ask the server.
 */
export async function openFarm(client: QueryClient, onSessionOver: () => void): Promise<void> {
  const follow = () =>
    importPart(() => import('./farm-parts.ts')).then(
      ({ followFarmOnDevice }) => followFarmOnDevice(client, onSessionOver),
      () => undefined,
    );
  if (readStoredFarm()) return follow();
  const hasFarm = () => client.getQueryData(currentUserQuery.queryKey)?.subscriptionPlan != null;
  if (hasFarm()) {
    void follow();
    return;
  }
  const stop = client.getQueryCache().subscribe(() => {
    if (!hasFarm()) return;
    stop();
    void follow();
  });
}
