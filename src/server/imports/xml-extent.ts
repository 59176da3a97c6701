export interface XmlExtent {
  readonly tags: number;
  /** Entries of the list of sheets, and relations to other parts. */
  readonly sheets: number;
  readonly rows: number;
  readonly columns: number;
}

export class XmlError extends Error {}

// A workbook is ten elements deep; its longest tags list the ranges of a conditional format.
const maxDepth = 100;
const maxTagBytes = 64 * 1024;
const maxAttributes = 128;
/** Excel allows 255 characters in a number format, here escaped. */
const maxFormatBytes = 2048;
/** Excel allows 32,767 characters in a cell, here escaped. */
const maxTextBytes = 256 * 1024;

const less = 0x3c;
const greater = 0x3e;
const slash = 0x2f;
const equals = 0x3d;

export function measureXml(xml: Buffer, limits: Pick<XmlExtent, 'tags' | 'rows'>): XmlExtent {
  const extent = { tags: 0, sheets: 0, rowTags: 0, rows: 0, columns: 0 };
  let depth = 0;
  let from = 0;
  for (let start = nextTag(xml, 0); start !== -1; start = nextTag(xml, from)) {
    if (start - from > maxTextBytes) throw new XmlError('A text is too long');
    const second = xml[start + 1];
    if (second === 0x21) {
      from = endOfComment(xml, start);
      continue;
    }
    const end = endOfTag(xml, start);
    from = end + 1;
    extent.tags += 1;
    if (second === 0x3f) continue;
    if (second === slash) {
      depth -= 1;
      continue;
    }
    if (xml[end - 1] !== slash) depth += 1;
    if (depth > maxDepth) throw new XmlError('Too many elements inside each other');
    measureElement(xml, start, end, extent);
    if (extent.tags > limits.tags || extent.rowTags > limits.rows) break;
  }
  const { tags, sheets, rowTags, rows, columns } = extent;
  return { tags, sheets, rows: Math.max(rows, rowTags), columns };
}

type Measured = { -readonly [K in keyof XmlExtent]: number } & { rowTags: number };

function measureElement(xml: Buffer, start: number, end: number, extent: Measured): void {
  switch (localName(xml, start, end)) {
    case 'c':
      for (const [, letters = '', digits] of addressesIn(xml, start, end, /^([A-Z]{1,3})(\d{1,7})$/)) {
        extent.columns = Math.max(extent.columns, columnNumber(letters));
        extent.rows = Math.max(extent.rows, Number(digits));
      }
      break;
    case 'row':
      extent.rowTags += 1;
      for (const [, digits] of addressesIn(xml, start, end, /^(\d{1,7})$/)) extent.rows = Math.max(extent.rows, Number(digits));
      break;
    case 'sheet':
    case 'Relationship':
      extent.sheets += 1;
      break;
    case 'numFmt':
      if (end - start > maxFormatBytes) throw new XmlError('A format is too long');
      break;
    default:
  }
}

const nextTag = (xml: Buffer, from: number): number => xml.indexOf(less, from);

/** A document type can define entities that expand, so it is refused. */
function endOfComment(xml: Buffer, start: number): number {
  const isComment = xml.toString('latin1', start, start + 4) === '<!--';
  if (!isComment && xml.toString('latin1', start, start + 9) !== '<![CDATA[') throw new XmlError('A document type');
  const end = xml.indexOf(isComment ? '-->' : ']]>', start + 4);
  if (end === -1 || end - start > maxTextBytes) throw new XmlError('A comment without an end');
  return end + 3;
}

/** The end of the tag. '<' is refused inside a tag and inside attribute values. */
function endOfTag(xml: Buffer, start: number): number {
  let attributes = 0;
  const last = Math.min(xml.length, start + maxTagBytes);
  for (let at = start + 1; at < last; at += 1) {
    const byte = xml[at];
    if (byte === greater) return at;
    if (byte === less || (byte === equals && (attributes += 1) > maxAttributes)) break;
  }
  throw new XmlError('A tag without an end');
}

/** `<x:row r="1">` → `row`. */
function localName(xml: Buffer, start: number, end: number): string {
  let at = start + 1;
  // The relevant names and usual prefixes are short.
  const last = Math.min(end, at + 40);
  while (at < last && !isAfterName(xml[at] ?? 0)) at += 1;
  const name = xml.toString('latin1', start + 1, at);
  return name.slice(name.indexOf(':') + 1);
}

const isAfterName = (byte: number): boolean => byte <= 0x20 || byte === slash;

/** An escaped address is an error, since the reader might decode it. */
function* addressesIn(xml: Buffer, start: number, end: number, shape: RegExp): Generator<RegExpExecArray> {
  for (const [, value = ''] of xml.toString('latin1', start, end).matchAll(/\sr\s*=\s*["']?([^"'\s]*)/g)) {
    const address = shape.exec(value);
    if (!address) throw new XmlError('A cell at no place');
    yield address;
  }
}

/** `A` → 1, `AA` → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
