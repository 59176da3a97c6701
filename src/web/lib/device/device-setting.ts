/** What this device stores under a key; undefined if it stores nothing, as a browser may that is set so. */
export function readSetting(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined removes it. False if the browser stores nothing: then a choice lasts until the page is left. */
export function storeSetting(key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
