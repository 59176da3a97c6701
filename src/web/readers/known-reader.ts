const key = 'reader speed';

/** The baud rate of this device's reader; undefined if none was connected. */
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
    // Without storage the reader has to be connected each time.
  }
}
