import type { FarmRole } from '#domain/accounts/members.ts';
import { loadPage } from '../server/reachable.ts';
import { Signal } from '../signal.ts';

/** The farm and person that this browser stored last, known before the database is opened. */
export interface StoredFarm {
  readonly userId: string;
  readonly farmId: string;
}

const storedFarmKey = 'farm on this device';
const nothingKey = 'keep nothing';
const changes = new Signal();

export const subscribeToStored = changes.subscribe;

export function readStoredFarm(): StoredFarm | undefined {
  try {
    const stored = localStorage.getItem(storedFarmKey);
    return stored === null ? undefined : (JSON.parse(stored) as StoredFarm);
  } catch {
    return undefined;
  }
}

export const rememberStoredFarm = (farm: StoredFarm): void => localStorage.setItem(storedFarmKey, JSON.stringify(farm));

export const removeStoredFarm = (): void => localStorage.removeItem(storedFarmKey);

/** The session now belongs to another farm or person, of whom this window has no data. The copy of the farm before stays in its database. */
export function openAnew({ farmRole }: { readonly farmRole: FarmRole }): Promise<boolean> {
  removeStoredFarm();
  return loadPage(farmRole === 'worker' ? '/work' : '/');
}

/** False on a shared device that should not store anything of the farm (decision 37). */
export function isFarmStored(): boolean {
  try {
    return localStorage.getItem(nothingKey) === null;
  } catch {
    return false;
  }
}

export function setFarmStored(isStored: boolean): void {
  if (isStored) localStorage.removeItem(nothingKey);
  else localStorage.setItem(nothingKey, 'yes');
  changes.tell();
}
