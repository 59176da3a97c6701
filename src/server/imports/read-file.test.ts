import { describe, expect, test } from 'vitest';
import { packParts, workbook } from '#test/workbook.ts';
import { readFile } from './read-file.ts';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const latin = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string, { isBig = false, hasMark = true } = {}): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(hasMark ? `\uFEFF${text}` : text, 'utf16le');
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
};
async function read(bytes: Uint8Array<ArrayBuffer>) {
  const { headings, rows } = await readFile(bytes);
  return [headings, ...rows.map(({ cells }) => JSON.parse(cells) as string[])];
}
const herd = [
  ['Tag', 'Name', 'Sex'],
  ['1', 'Zoë', 'F'],
];

describe('a text file is read', () => {
  const text = 'Tag,Name,Sex\n1,Zoë,F\n';
  test.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a mark', utf8(`\uFEFF${text}`)],
    ['UTF-16 of Windows', utf16(text)],
    ['UTF-16 of others', utf16(text, { isBig: true })],
    ['UTF-16 without a mark', utf16(text, { hasMark: false })],
    ['Windows-1252', latin(text)],
  ])('in %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(herd);
  });

  test.each([
    ['Czech', 'Růžena, Žofie (Central European, ISO)', [0xf9, 0xbe], '401,R??ena,F\n402,\xaeofie,F\n'],
    ['Russian', 'Машка (Cyrillic)', [0xcc], '401,?\xe0\xf8\xea\xe0,F\n'],
    ['an old Mac', 'Zoë (an older Mac)', [0x91], '401,Zo?,F\n'],
  ])('in the letters of %s, and asks whether they are right', async (_, name, codes, written) => {
    const left = [...codes];
    const bytes = latin(`Tag,Name,Sex\n${written.replaceAll('?', () => String.fromCodePoint(left.shift() ?? 0))}`);
    const { sheets, rows } = await readFile(bytes);
    expect(sheets.map((each) => each.name)).toEqual([name, expect.stringContaining('(Western European)')]);
    expect(rows[0]?.cells).toContain(name.split(/[,(]/)[0]?.trim());
    expect((await readFile(bytes, 1)).rows[0]?.cells).not.toBe(rows[0]?.cells);
  });

  test.each([
    ['commas', 'Tag,Name,Sex\r\n1,Zoë,F\r\n'],
    ['tabs', 'Tag\tName\tSex\n1\tZoë\tF'],
    ['semicolons', 'Tag;Name;Sex\n1;Zoë;F'],
    ['a declared separator', 'sep=|\nTag|Name|Sex\n1|Zoë|F'],
    ['quotes', '"Tag","Name","Sex"\n"1","Zoë","F"\n'],
  ])('with %s', async (_, written) => {
    expect(await read(utf8(written))).toEqual(herd);
  });

  const mating = '2025-06-01,Goat,B-1,Bo,D-1,Di';
  const heads = 'Breeding date,Species,Father tag,Father name,Mother tag,Mother name,Notes';
  const wide = ' '.repeat(5000);
  test.each([
    ['the ram in the title', 'Lambs of 2026\nRam: Rex\nLamb,Sex\n1,F', 'Lamb|Sex|Sire\n1|F|Rex'],
    ['decimal commas between semicolons', 'Tag;Wt;Notes\n1;3,2;a, b\n2;2,9;c', 'Tag|Wt|Notes\n1|3,2|a, b\n2|2,9|c'],
    ['separators, breaks and quotes in quotes', 'Tag,Notes\n1,"a ""big"", b\nx"\n', 'Tag|Notes\n1|a "big", b\nx'],
    ['a quote that is never closed', 'Tag,Notes\n1,"calm\n2,x\n', 'Tag|Notes\n1|"calm\n2|x'],
    ['two lines of headings', 'Ewe,,Ram,Lamb\nTag,Age,,Tag\nQ1,4,R9,5', 'Ewe Tag|Ewe Age|Ram|Lamb Tag\nQ1|4|R9|5'],
    ['a column for each animal', 'Tag,1\nSex,F,M\nDOB,2021-03-01,2022-03-02', 'Tag|Sex|DOB\n1|F|2021-03-01\n|M|2022-03-02'],
    ['tables beside each other', 'Ewes,,,Rams,\nTag,DOB,,Tag,DOB\n1,20,,2,21', 'Tag|DOB|Sex\n1|20|Ewes\n2|21|Rams'],
    ['no headings', '12,F,2021\n13,M,2022\n', 'Column 1|Column 2|Column 3\n12|F|2021\n13|M|2022'],
    ['long runs of spaces', `Tag${wide}number,Sex\n1${wide}2,F\n`, 'Tag number|Sex\n1 2|F'],
    // The product's own marks that keep notes from being formulas, also of matings.
    ['marks of texts', `${heads}\n${mating},'-3\n`, `${heads}\n${mating},-3`.replaceAll(',', '|')],
  ])('with %s', async (_, written, wanted) => {
    expect((await read(utf8(written))).map((cells) => cells.join('|')).join('\n')).toBe(wanted);
  });

  test('with titles, blank rows and ragged rows; rows keep the number a spreadsheet shows', async () => {
    const { headings, rows } = await readFile(utf8('Our flock,,\n,,\nTag,,Sex\n\n1,x\n2,y,F,extra\n,,\n'));
    expect(headings).toEqual(['Tag', 'Column 2', 'Sex', 'Column 4']);
    expect(rows).toEqual([
      { number: 5, cells: '["1","x","",""]' },
      { number: 6, cells: '["2","y","F","extra"]' },
    ]);
  });

  test('without characters that a database cannot store', async () => {
    const rows = await read(utf16(`Tag,Name\n${'1,x\n'.repeat(1000)}2,a\u0000b\uD800c\n`));
    expect(rows.at(-1)).toEqual(['2', 'ab\uFFFDc']);
  });
});

describe('a workbook is read', () => {
  test('with its texts, numbers, dates and booleans', async () => {
    const sheet = [
      ['Tag', 'DOB', 'Birth wt', 'Vaccinated', 'Notes'],
      [1010, { day: 45_385 }, 2.7, true, 'R&D <3'],
      ['A-7', { day: 45_386 }, 3.200_000_000_000_000_2, false, ''],
    ];
    expect(await read(workbook(sheet))).toEqual([
      ['Tag', 'DOB', 'Birth wt', 'Vaccinated', 'Notes'],
      ['1010', '2024-04-03', '2.7', 'yes', 'R&D <3'],
      ['A-7', '2024-04-04', '3.2', 'no', ''],
    ]);
  });

  test('from the sheet that contains animals, or another one if requested, with the names of the sheets that have rows', async () => {
    const heading = ['Tag', 'Sex'];
    const bytes = workbook([['Read me first']], [], [heading, ['1', 'F']], [heading, ['2', 'M']]);
    const sheets = ['Sheet3', 'Sheet4'].map((name) => ({ name, rows: 1, isReading: false }));
    expect(await readFile(bytes)).toMatchObject({ sheets, sheet: 0, rows: [{ cells: '["1","F"]' }] });
    expect(await readFile(bytes, 1)).toMatchObject({ sheets, sheet: 1, rows: [{ cells: '["2","M"]' }] });
    expect(await readFile(bytes, 9)).toMatchObject({ sheet: 0 });
  });
});

describe('an unreadable or hostile file is refused with a sentence', () => {
  const oldExcel = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const picture = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70];

  test.each([
    ['nothing but headings', utf8('Tag,Sex\n')],
    ['blank lines', utf8('\n\n \n')],
    ['a picture', new Uint8Array(picture)],
    ['a PDF', latin(`%PDF-1.7\n${'\u0001\u0002\u00E2'.repeat(20)}`)],
    ['an archive of something else', packParts({ 'readme.txt': 'hello' })],
    ['a cut workbook', workbook([['Tag'], ['1']]).slice(0, 300)],
    ['a workbook of nonsense', packParts({ 'xl/workbook.xml': '<workbook', 'xl/_rels/workbook.xml.rels': 'x' })],
    ['an old Excel file', new Uint8Array(oldExcel), /old Excel/],
  ])('%s', async (_, bytes, message = /./) => {
    await expect(readFile(bytes)).rejects.toMatchObject({ code: 'imports.unreadable', message: expect.stringMatching(message) });
  });

  test.each([
    ['more rows than the maximum of an import', () => utf8(`Tag,Sex\n${'1,F\n'.repeat(20_001)}`), /20,000 rows/],
    ['more empty lines than a spreadsheet can have', () => utf8(`Tag,Sex\n${'\n'.repeat(2_000_000)}1,F\n`), /20,000 rows/],
    ['more columns than the maximum', () => utf8(`Tag,Sex${',x'.repeat(100)}\n1,F\n`), /100 columns/],
    ['a zip bomb', () => packParts({ 'xl/workbook.xml': new Uint8Array(70 * 1024 * 1024) }), /too large unpacked/],
  ])('%s', async (_, bytes, message) => {
    await expect(readFile(bytes())).rejects.toMatchObject({ code: 'imports.too_large', message: expect.stringMatching(message) });
  });
});
