import { zipSync, strToU8, type Zippable } from 'fflate';

type Cell = string | number | boolean | { readonly day: number };

export type Parts = Readonly<Record<string, string | Uint8Array>>;

export const workbook = (...sheets: readonly (readonly (readonly Cell[])[])[]): Uint8Array<ArrayBuffer> =>
  packParts(partsOf(sheets));

const plainRows: readonly (readonly Cell[])[] = [
  ['Tag', 'Sex'],
  ['1', 'F'],
];

export const hostileWorkbook = (parts: Parts, { isStored = false } = {}): Uint8Array<ArrayBuffer> =>
  packParts({ ...partsOf([plainRows]), ...parts }, isStored ? 0 : 6);

function partsOf(sheets: readonly (readonly (readonly Cell[])[])[]): Record<string, string> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} ${relations}><sheets>${sheets
      .map((_, i) => `<sheet name="Sheet${i + 1}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
      .map((_, i) => `<Relationship Id="rId${i + 1}" Type="${officeDocument}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}<Relationship Id="rIdS" Type="${officeDocument}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const [i, rows] of sheets.entries()) parts[`xl/worksheets/sheet${i + 1}.xml`] = sheetXml(rows);
  return parts;
}

export function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`,
  );
  return `<worksheet ${main}><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

export function packParts(parts: Parts, level: 0 | 6 = 6): Uint8Array<ArrayBuffer> {
  const files: Zippable = Object.fromEntries(
    Object.entries(parts).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
  );
  return new Uint8Array(zipSync(files, { level }));
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = `xmlns:r="${officeDocument}"`;

function cellXml(cell: Cell, row: number, column: number): string {
  const place = `${columnName(column)}${row + 1}`;
  if (typeof cell === 'object') return `<c r="${place}" s="1"><v>${cell.day}</v></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
}

/** 0 → `A`, 26 → `AA`. */
const columnName = (column: number): string =>
  `${column < 26 ? '' : columnName(Math.floor(column / 26) - 1)}${String.fromCodePoint(65 + (column % 26))}`;
