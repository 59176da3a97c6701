/** Which farm this browser has stored last, and for whom: known before its database is opened. */
export interface StoredFarm {
  readonly userId: string;
  readonly farmId: string;
}

const key = 'farm on this device';
const nothingKey = 'keep nothing';

export function readStoredFarm(): StoredFarm | undefined {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? undefined : (JSON.parse(stored) as StoredFarm);
  } catch {
    return undefined;
  }
}

export const rememberStoredFarm = (farm: StoredFarm): void => localStorage.setItem(key, JSON.stringify(farm));

export const forgetStoredFarm = (): void => localStorage.removeItem(key);

/** False on a device that several people share, where nothing of a farm is to stay (decision 37). */
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
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

export function subscribeToStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
