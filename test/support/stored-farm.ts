import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { openFarmDatabase } from '#web/offline/copy/database.ts';
import { FarmCopy } from '#web/offline/copy/farm-copy.ts';

interface StoredFarm {
  readonly animals?: readonly object[];
  readonly events?: readonly object[];
  readonly operations?: readonly object[];
  readonly isComplete?: boolean;
  readonly client?: QueryClient;
}

let farms = 0;

/** Stores a farm with room for two animals, as a phone without signal has it. Returns what opens it. */
export async function storeFarm({ animals = [], events, operations = [], isComplete = true, client }: StoredFarm = {}) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  farms += 1;
  const plan = { subscriptionPlan: 'basic', subscriptionStatus: 'active', animalLimit: 2 };
  const user = { id: 'ada', farmId: `farm-${farms}`, username: 'ada', ...plan } as CurrentUser;
  const farm = { userId: user.id, farmId: user.farmId };
  const db = await openFarmDatabase(farm);
  await db.put('user', user, 'user');
  if (isComplete) await db.put('cursor', { epoch: 'e', since: '1', isComplete }, 'cursor');
  await db.put('rows', animals, ['animals', 0]);
  if (events) await db.put('rows', events, ['events', 0]);
  for (const operation of operations) await db.add('operations', operation as never);
  db.close();
  const opening = { client: client ?? new QueryClient(), onSessionOver: () => {} };
  const kept = (copy: FarmCopy) => {
    onTestFinished(() => copy.close());
    return copy;
  };
  return {
    farm,
    open: async () => kept(await FarmCopy.open({ ...opening, user })),
    openStored: async () => kept((await FarmCopy.openStored({ ...opening, farm }))!),
  };
}
