/** Longer than every frame (eid.ts); what grows beyond it is noise. */
const longestFrame = 120;

export interface Received {
  readonly frames: readonly string[];
  /** The beginning of a frame whose end has not arrived. */
  readonly rest: string;
}

/**
 * Adds the bytes that a reader has sent to the rest of what came before: a frame ends with CR, LF or ETX, or where the next one begins with
 * STX. However the bytes are split, the frames are the same.
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
