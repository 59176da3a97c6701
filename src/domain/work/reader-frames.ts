/** Longer than every frame (eid.ts); longer input is noise. */
const longestFrame = 120;

export interface Received {
  readonly frames: readonly string[];
  /** The beginning of a frame whose end has not arrived. */
  readonly rest: string;
}

/**
 * Appends received bytes to the unfinished frame and returns the complete frames. A frame ends with CR, LF or ETX, or where the next one
 * begins with STX. The result does not depend on how the bytes are split.
 */
export function receive(rest: string, bytes: Iterable<number>): Received {
  const frames: string[] = [];
  let open = rest;
  const end = () => {
    if (open.trim() !== '') frames.push(open);
    open = '';
  };
  for (const byte of bytes) {
    if (byte === 0x0d || byte === 0x0a || byte === 0x02 || byte === 0x03) end();
    else if (open.length < longestFrame) open += String.fromCodePoint(byte);
  }
  return { frames, rest: open };
}
