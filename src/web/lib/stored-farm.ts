/** The farm and person that this browser stored last, known before the database is opened. */
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

export function removeStoredFarm(): void {
  localStorage.removeItem(storedFarmKey);
  removeLastViews();
}

/** The prefix of the keys under which the last views of the stored farm's screens are kept (last-views.ts). */
export const lastViewPrefix = 'last view ';
/** The number of changes of the farm in this browser. */
export const farmChangesKey = 'farm changes';

export const lastViewKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(lastViewPrefix));

export function removeLastViews(): void {
  try {
    for (const key of lastViewKeys()) localStorage.removeItem(key);
  } catch {
    // Without storage there are no stored views.
  }
}

/** From now on, stored views are shown with their time. */
export function outdateLastViews(): void {
  try {
    localStorage.setItem(farmChangesKey, String(Number(localStorage.getItem(farmChangesKey)) + 1));
  } catch {
    removeLastViews();
  }
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
  else {
    localStorage.setItem(nothingKey, 'yes');
    removeLastViews();
  }
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

export function subscribeToStored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
