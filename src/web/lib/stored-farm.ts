/** Which farm this browser has stored last, and for whom: known before its database is opened. */
export interface StoredFarm {
  readonly userId: string;
  readonly farmId: string;
}

export const storedFarmKey = 'farm on this device';
const nothingKey = 'keep nothing';

export function readStoredFarm(): StoredFarm | undefined {
  try {
    const stored = localStorage.getItem(storedFarmKey);
    return stored === null ? undefined : (JSON.parse(stored) as StoredFarm);
  } catch {
    return undefined;
  }
}

export const rememberStoredFarm = (farm: StoredFarm): void => localStorage.setItem(storedFarmKey, JSON.stringify(farm));

export function forgetStoredFarm(): void {
  localStorage.removeItem(storedFarmKey);
  forgetLastViews();
}

/** Begins the keys of what the screens of the stored farm showed when they were left (last-views.ts). */
export const lastViewPrefix = 'last view ';
/** How often the farm has changed in this browser. */
export const farmChangesKey = 'farm changes';

export const lastViewKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(lastViewPrefix));

export function forgetLastViews(): void {
  try {
    for (const key of lastViewKeys()) localStorage.removeItem(key);
  } catch {
    // Without storage there are none.
  }
}

/** From now on they are shown with the moment they are of. */
export function outdateLastViews(): void {
  try {
    localStorage.setItem(farmChangesKey, String(Number(localStorage.getItem(farmChangesKey)) + 1));
  } catch {
    forgetLastViews();
  }
}

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
  else {
    localStorage.setItem(nothingKey, 'yes');
    forgetLastViews();
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

export function subscribeToStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
