import { isUtf8 } from 'node:buffer';

/** A value's position in the text. */
export interface JsonSlice {
  readonly start: number;
  readonly end: number;
}

/** An archive has about twenty lists, none of whose records is nested deeper than ten levels. */
const maxMembers = 100;
const maxDepth = 20;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Finds the members of a JSON object without parsing them. `JSON.parse` of the whole text
 * would hold all of its values at once, of which a hostile text has many millions, partly in memory that counts against no limit of a
 * thread. Throws a SyntaxError if the text is no object or too complex; the values themselves may be invalid.
 */
export function splitJson(bytes: Uint8Array): ReadonlyMap<string, JsonSlice> {
  const members = new Map<string, JsonSlice>();
  let at = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[at] !== openObject) throw new SyntaxError('not an object');
  at = skipSpace(bytes, at + 1);
  while (bytes[at] !== closeObject) {
    if (members.size > 0) at = skipSpace(bytes, expectByte(bytes, at, comma));
    if (members.size === maxMembers) throw new SyntaxError('too complex');
    const nameEnd = skipString(bytes, at);
    const name = String(parseJson(bytes, { start: at, end: nameEnd }));
    const start = skipSpace(bytes, expectByte(bytes, skipSpace(bytes, nameEnd), colon));
    const end = skipValue(bytes, start);
    members.set(name, { start, end });
    at = skipSpace(bytes, end);
  }
  if (skipSpace(bytes, at + 1) !== bytes.length) throw new SyntaxError('not an object');
  return members;
}

export function parseJson(bytes: Uint8Array, { start, end }: JsonSlice): unknown {
  const slice = bytes.subarray(start, end);
  if (!isUtf8(slice)) throw new SyntaxError('not UTF-8');
  return JSON.parse(Buffer.from(slice.buffer, slice.byteOffset, slice.length).toString('utf8'));
}

export const isList = (bytes: Uint8Array, { start }: JsonSlice): boolean => bytes[start] === openList;

export function* elementsOf(bytes: Uint8Array, list: JsonSlice): Generator<JsonSlice, undefined> {
  let at = skipSpace(bytes, list.start + 1);
  for (let isFirst = true; bytes[at] !== closeList; isFirst = false) {
    const start = isFirst ? at : skipSpace(bytes, expectByte(bytes, at, comma));
    const end = skipValue(bytes, start);
    yield { start, end };
    at = skipSpace(bytes, end);
  }
}

/** The lengths of the lists among the members of an object, of which nothing is parsed. */
export function countElements(bytes: Uint8Array): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [name, member] of splitJson(bytes)) {
    if (!isList(bytes, member)) continue;
    let count = 0;
    for (const _ of elementsOf(bytes, member)) count += 1;
    counts.set(name, count);
  }
  return counts;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function expectByte(bytes: Uint8Array, at: number, byte: number): number {
  if (bytes[at] !== byte) throw new SyntaxError('not an object');
  return at + 1;
}

function skipString(bytes: Uint8Array, from: number): number {
  let at = expectByte(bytes, from, quote);
  while (bytes[at] !== quote) {
    if (at >= bytes.length) throw new SyntaxError('not an object');
    at += bytes[at] === backslash ? 2 : 1;
  }
  return at + 1;
}

function skipValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = skipString(bytes, at) - 1;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > maxDepth) throw new SyntaxError('too complex');
    } else if (byte === closeList || byte === closeObject) {
      if (depth === 0) break;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === comma || isSpace(byte))) break;
  }
  if (at === from || at >= bytes.length) throw new SyntaxError('not an object');
  return at;
}
