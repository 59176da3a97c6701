// @module-tag grows
import { expect, test } from 'vitest';
import { hostileWorkbook, type Parts, workbook } from '#test/workbook.ts';
import { TableError } from './raw-table.ts';
import { readTable } from './table.ts';
import { ensureHarmless } from './workbook-guard.ts';
import { isLongRun, sampledDescribe } from '#test/long-run.ts';

const many = 3_000_000;
const sheet = (rows: string): Parts => ({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
const bigText = 'a  b'.repeat(8000);
const numbered = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i + 1));

/** Each one is tested compressed and stored, so that it must be recognised by its content. */
const traps: Readonly<Record<string, Parts>> = {
  'tags that never end': { 'xl/worksheets/sheet1.xml': '<c '.repeat(many) },
  'elements inside each other': { 'xl/worksheets/sheet1.xml': '<c>'.repeat(many) },
  'rows inside each other': sheet('<row>'.repeat(many)),
  'signs that begin a tag': sheet('<'.repeat(many)),
  'a cell of many attributes': sheet(`<row r="1"><c ${'a="1" '.repeat(many)}/></row>`),
  'a cell with a long address': sheet(`<row r="1"><c r="${'A'.repeat(many)}1"/></row>`),
  'a cell with a long text': sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(many)}</t></is></c></row>`),
  'a cell of escaped signs': sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'&amp;'.repeat(many)}</t></is></c></row>`),
  'comments that never end': sheet('<!-- '.repeat(many)),
  'a document type that grows': { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "bbbb">]><workbook/>' },
  'a format of many parts': {
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="9" formatCode="${'[h'.repeat(many)}"/></numFmts></styleSheet>`,
  },
  'rows without an end': sheet('<row></row>'.repeat(many)),
  'a row at the end of the world': sheet('<row r="9999999"><c r="A9999999"><v>1</v></c></row>'),
  'a cell at the end of the world': sheet('<row r="1"><c r="XFD1048576"><v>1</v></c></row>'),
  'a cell at the end of the world under a prefix': sheet("<x:row r='1'><x:c r = 'XFD1048576'><v>1</v></x:c></x:row>"),
  'a sheet at the end of the world that is no sheet by its name': {
    'other/part.xml': '<worksheet><sheetData><row r="1"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
  },
  'very many sheets': {
    'xl/workbook.xml': `<workbook><sheets>${'<sheet name="a" sheetId="1" r:id="rId1"/>'.repeat(20_000)}</sheets></workbook>`,
  },
  'one long text in every cell': {
    ...sheet(
      numbered(
        20_000,
        (row) =>
          `<row r="${row}">${numbered(8, (n) => `<c r="${String.fromCodePoint(64 + n)}${row}" t="s"><v>0</v></c>`).join('')}</row>`,
      ).join(''),
    ),
    'xl/sharedStrings.xml': `<sst><si><t>${bigText}</t></si></sst>`,
  },
};

/** It has no more cells than allowed, so it passes the guard, and its characters are counted when the table is built. */
const isRefusedAsTable = (name: string) => name === 'one long text in every cell';
/** Far above the second that refusing a trap takes at most, and far below the time of the reader. */
const maxCpuMs = 5000;

sampledDescribe(['packed', 'stored'] as const)('a workbook that is a trap (%s)', (kind) => {
  test.each(Object.keys(traps))('is refused with a sentence before the reader sees it: %s', async (name) => {
    const bytes = hostileWorkbook(traps[name] ?? {}, { isStored: kind === 'stored' });
    const before = process.cpuUsage();
    const error: unknown = await (isRefusedAsTable(name) ? readTable : ensureHarmless)(bytes).catch((reason: unknown) => reason);
    const { user, system } = process.cpuUsage(before);
    expect(error).toBeInstanceOf(TableError);
    expect((error as TableError).message).toMatch(/^[A-Z].*(?:CSV|damaged|parts).*\.$/);
    if (isLongRun) expect((user + system) / 1000).toBeLessThan(maxCpuMs);
  });
});

test.each([
  ['is larger than its directory says', { offset: 24, value: 10 }],
  ['is smaller than its directory says', { offset: 24, value: 100_000 }],
  ['has its size in a second place', { offset: 24, value: 0xff_ff_ff_ff }],
  ['begins beyond the file', { offset: 42, value: 0xff_ff_ff }],
  ['is packed in an unknown way', { offset: 10, value: 9 }],
  ['is locked with a password', { offset: 8, value: 1 }],
])('a workbook of which a part %s is refused before the reader sees it', async (_, { offset, value }) => {
  const bytes = Buffer.from(workbook([['Tag'], ['1']]));
  const entry = bytes.indexOf('PK\u0001\u0002', 'latin1');
  if (offset < 16) bytes.writeUInt16LE(value, entry + offset);
  else bytes.writeUInt32LE(value, entry + offset);
  await expect(ensureHarmless(new Uint8Array(bytes))).rejects.toThrow(/damaged|too large/);
});
