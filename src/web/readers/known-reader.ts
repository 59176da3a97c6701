const key = 'reader speed';

/** How fast the reader of this device sends, in bits a second; undefined where none was connected. */
export function knownSpeed(): number | undefined {
  try {
    return Number(localStorage.getItem(key) ?? 0) || undefined;
  } catch {
    return undefined;
  }
}

export function rememberSpeed(speed: number | undefined): void {
  try {
    if (speed === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, String(speed));
  } catch {
    // Without storage the reader is connected anew each time.
  }
}
