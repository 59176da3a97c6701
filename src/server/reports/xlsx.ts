import { Readable } from 'node:stream';
import { daysBetween, isCalendarDate } from '#domain/values/dates.ts';
import { currencySign } from '#domain/values/money.ts';
import { writeZip } from '#server/write-zip.ts';
import type { Cell, CellKind, Column } from './sheets.ts';

interface Worksheet {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<Cell[][]>;
}

/** Text cells have the type string, so that no text is evaluated as a formula. At most one batch of rows is in memory. */
export const writeWorkbook = (sheets: readonly Worksheet[]): Readable =>
  writeZip(async (add) => {
    const addXml = (name: string, xml: Iterable<string> | AsyncIterable<string>) =>
      add(name, Readable.from(xml, { objectMode: false, highWaterMark: 64 * 1024 }));
    await addXml('[Content_Types].xml', [declaration, contentTypes(sheets.length)]);
    await addXml('_rels/.rels', [declaration, relationships([['officeDocument', 'xl/workbook.xml']])]);
    await addXml('xl/workbook.xml', [declaration, workbook(sheets)]);
    const worksheets = sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const);
    await addXml('xl/_rels/workbook.xml.rels', [declaration, relationships([...worksheets, ['styles', 'styles.xml']])]);
    await addXml('xl/styles.xml', [declaration, createStyles()]);
    for (const [index, sheet] of sheets.entries()) await addXml(`xl/worksheets/sheet${index + 1}.xml`, worksheet(sheet));
  });

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageSchemas = 'http://schemas.openxmlformats.org/package/2006';

const contentTypes = (sheetCount: number): string => {
  const type = (part: string, kind: string): string =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const worksheets = Array.from({ length: sheetCount }, (_, index) => type(`worksheets/sheet${index + 1}`, 'worksheet'));
  return `<Types xmlns="${packageSchemas}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[type('workbook', 'sheet.main'), ...worksheets, type('styles', 'styles')].join('')}</Types>`;
};

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageSchemas}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${officeRelationships}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const workbook = (sheets: readonly Worksheet[]): string =>
  `<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><sheets>${sheets
    .map(({ title }, index) => `<sheet name="${xmlText(title)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
    .join('')}</sheets></workbook>`;

/** Indexes into `cellXfs` below. */
const style: Readonly<Record<CellKind | 'heading', number>> = { text: 0, number: 0, date: 1, dollars: 2, heading: 3 };

const createStyles = (): string =>
  `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  `<numFmt numFmtId="165" formatCode="&quot;${xmlText(currencySign())}&quot;#,##0.00"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

async function* worksheet({ columns, batches }: Worksheet): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const rowOf = (cells: readonly Cell[], number: number, styleOf: (index: number) => CellKind | 'heading'): string =>
    `<row r="${number}">${cells.map((cell, index) => cellOf(cell, `${letters[index]}${number}`, styleOf(index))).join('')}</row>`;
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );

  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  const headings = columns.map(({ heading }) => heading);
  yield rowOf(headings, 1, () => 'heading');
  let number = 1;
  for await (const batch of batches) {
    yield batch.map((cells) => rowOf(cells, (number += 1), (index) => columns[index]?.kind ?? 'text')).join('');
  }
  yield '</sheetData></worksheet>';
}

const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function cellOf(cell: Cell, at: string, kind: CellKind | 'heading'): string {
  if (cell === null || cell === '') return '';
  const number = typeof cell === 'number' ? cell : kind === 'date' ? serialDay(cell) : undefined;
  if (number !== undefined) return `<c r="${at}" s="${style[kind]}"><v>${number}</v></c>`;
  return `<c r="${at}" t="inlineStr" s="${style[kind]}"><is><t xml:space="preserve">${xmlText(fitted(String(cell)))}</t></is></c>`;
}

/** Excel calls a file with a longer cell damaged. */
const longestCell = 32_767;
const fitted = (text: string): string =>
  text.length <= longestCell ? text : `${text.slice(0, longestCell - 1).toWellFormed()}…`;

/**
 * A serial date counts from 1899-12-30, which is right since March 1900; before, Lotus 1-2-3 assumed a leap day that did not
 * exist.
 */
const serialDay = (cell: string): number | undefined =>
  isCalendarDate(cell) && cell >= '1900-03-01' ? daysBetween('1899-12-30', cell) : undefined;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text that XML can represent. `_x0041_` would be decoded as a letter, so its first `_` is escaped. */
const xmlText = (text: string): string =>
  text
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>"\r]/g, (character) => entities[character] ?? '');
