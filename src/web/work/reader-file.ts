import type { CalendarDate } from '#domain/values/dates.ts';
import { parseEid } from '#domain/records/eid.ts';
import { hasDecimalComma, parseWeight, type WeightUnit } from '#domain/imports/amounts.ts';
import { type DateOrder, inferDateOrder, parseBirth } from '#domain/imports/birth-dates.ts';
import { isMissing } from '#domain/imports/cell-values.ts';
import { cleanCell } from '#domain/imports/cells.ts';
import type { ImportField } from '#domain/imports/fields.ts';
import { likelyDelimiter } from '#domain/imports/delimiters.ts';
import { countKnownHeadings, findHeadingRow, isOfOtherDay, matchHeadings, unitOf } from '#domain/imports/headings.ts';
import type { Grams } from '#domain/values/units.ts';

/** What one line of the file of a scale or a stick reader says. */
export interface FileLine {
  readonly number: number;
  readonly text: string;
  readonly eid: string | null;
  /** Empty if there is none. */
  readonly tag: string;
  readonly grams: Grams | null;
  readonly day: CalendarDate | null;
  /** Why the line cannot be used. */
  readonly problem: string | null;
}

interface Format {
  /** The unit of weights that are written without one. */
  readonly unit: WeightUnit;
  /** The order of the farm, for days that can be read in both. */
  readonly dateOrder: DateOrder;
  readonly today: CalendarDate;
  /** Without a weight a line is of no use. */
  readonly needsWeight: boolean;
}

const maxFileLines = 20_000;

/**
 * Reads the lines of a text file that a scale or a stick reader wrote: with headings as in an import (rule 57), or without, in which case an
 * electronic tag, a weight and a day are recognized by what they look like.
 */
export function readReaderFile(text: string, format: Format): FileLine[] {
  const lines = text.split(/\r\n|[\r\n]/).map((line, index) => ({ number: index + 1, line }));
  const [first, ...others] = lines;
  const declared = /^\uFEFF?sep=(.)$/i.exec(first?.line ?? '')?.[1];
  const separator = declared ?? separatorOf(lines.map(({ line }) => line));
  const rows = (declared === undefined ? lines : others)
    .map(({ number, line }) => ({ number, cells: splitLine(line, separator).map(cleanCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length > maxFileLines) return [tooLong];
  const heading = headingRowOf(rows.map(({ cells }) => cells));
  const data = heading === undefined ? rows : rows.slice(heading + 1);
  const columns = heading === undefined ? undefined : columnsOf(rows[heading]?.cells ?? [], data);
  const cells = data.flatMap((row) => row.cells);
  const order = inferDateOrder(cells);
  const read = {
    ...format,
    unit: columns?.unit ?? format.unit,
    dateOrder: order === 'dmy' || order === 'mdy' ? order : format.dateOrder,
    decimalComma: separator !== ',' && hasDecimalComma(cells),
  };
  return data.map(({ number, cells: row }) => {
    const found = columns ? inColumns(row, columns.at) : byLooks(row);
    return lineOf({ number, text: row.filter(Boolean).join(', ') }, found, read);
  });
}

const tooLong: FileLine = {
  number: maxFileLines + 1,
  text: '',
  eid: null,
  tag: '',
  grams: null,
  day: null,
  problem: `The file has more than ${maxFileLines.toLocaleString('en')} lines. Split it into parts`,
};

/** A single electronic tag in the first lines is no heading, although its line has digits only. */
function headingRowOf(rows: readonly (readonly string[])[]): number | undefined {
  const row = findHeadingRow(rows);
  const cells = row === undefined ? undefined : rows[row];
  return cells && countKnownHeadings(cells) > 0 && !cells.some((cell) => parseEid(cell) !== null) ? row : undefined;
}

function separatorOf(lines: readonly string[]): string {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, 30);
  return likelyDelimiter((separator) => sample.map((line) => splitLine(line, separator)));
}

/** Quotes as in CSV; a cell has no line breaks. */
function splitLine(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const cell = cells.at(-1) ?? '';
    if (char === '"' && (isQuoted || cell === '')) {
      if (isQuoted && line.charAt(at + 1) === '"') {
        cells[cells.length - 1] = `${cell}"`;
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (char === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] = cell + char;
  }
  return cells;
}

type Place = 'eid' | 'tagNumber' | 'weight' | 'day';
type Found = Readonly<Partial<Record<Place, string>>>;

const placeOf: Readonly<Partial<Record<ImportField, Place>>> = {
  eid: 'eid',
  tagNumber: 'tagNumber',
  weight: 'weight',
  weighingDate: 'day',
  eventDay: 'day',
};

/** Of a column that may be several things, the first that a reader writes; of several columns for one, the first, or that of the weights. */
function columnsOf(headings: readonly string[], data: readonly { readonly cells: readonly string[] }[]) {
  const rows = data.map(({ cells }) => cells);
  const columns = matchHeadings(headings, undefined, undefined, rows);
  const placed = columns.flatMap(({ heading, field, ask = [] }, index) => {
    const place = [field, ...ask].map((each) => placeOf[each]).find(Boolean);
    return place && !(place === 'day' && isOfOtherDay(heading)) ? [{ place, index, isOfWeights: field === 'weighingDate' }] : [];
  });
  const best = placed.toSorted((a, b) => Number(b.isOfWeights) - Number(a.isOfWeights));
  // Of several for one place the first remains, because later entries of a map replace earlier ones.
  const at = new Map(best.toReversed().map(({ place, index }) => [place, index] as const));
  const unit = unitOf(headings[at.get('weight') ?? -1] ?? '');
  return { at, ...(unit && { unit }) };
}

const inColumns = (cells: readonly string[], at: ReadonlyMap<Place, number>): Found =>
  Object.fromEntries([...at].map(([place, column]) => [place, cells[column] ?? '']));

const looksLikeDay = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/;
const looksLikeTime = /^\d{1,2}:\d{2}/;

/** Without an electronic tag the first cell is the tag. */
function byLooks(cells: readonly string[]): Found {
  const eid = cells.find((cell) => parseEid(cell) !== null);
  const others = cells.filter((cell) => cell !== '' && cell !== eid && !looksLikeTime.test(cell));
  const day = others.find((cell) => looksLikeDay.test(cell));
  const [tagNumber = '', ...values] = eid === undefined ? others.filter((cell) => cell !== day) : ['', ...others];
  const weight = values.findLast((cell) => cell !== day && /^\d[\d.,]*\s*[a-z]*$/i.test(cell));
  return { ...(eid !== undefined && { eid }), tagNumber, ...(day && { day }), ...(weight && { weight }) };
}

function lineOf(
  line: Pick<FileLine, 'number' | 'text'>,
  found: Found,
  { unit, decimalComma, dateOrder, today, needsWeight }: Format & { readonly decimalComma: boolean },
): FileLine {
  const isIn = (cell: string | undefined): cell is string => cell !== undefined && !isMissing(cell);
  // Many programs have one column for both numbers, and many farms type the electronic tag as the tag.
  const eid = parseEid(found.eid ?? '') ?? parseEid(found.tagNumber ?? '');
  const tag = isIn(found.tagNumber) && parseEid(found.tagNumber) === null ? found.tagNumber : '';
  const grams = isIn(found.weight) ? (parseWeight(found.weight, unit, decimalComma) ?? null) : null;
  const day = isIn(found.day) ? (parseBirth(found.day, dateOrder, today)?.date ?? null) : null;
  return { ...line, eid, tag, grams, day, problem: problemOf() };

  function problemOf(): string | null {
    if (eid === null && tag === '') return isIn(found.eid) ? `'${found.eid}' is not an electronic tag` : 'No tag';
    if (needsWeight && !isIn(found.weight)) return 'No weight';
    if (needsWeight && grams === null) return `'${found.weight}' is not a weight`;
    if (isIn(found.day) && day === null) return `'${found.day}' is not a day`;
    return day !== null && day > today ? 'The day is in the future' : null;
  }
}
