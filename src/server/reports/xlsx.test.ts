import { buffer } from 'node:stream/consumers';
import readSpreadsheet from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { writeWorkbook } from './xlsx.ts';

test('a cell of a workbook has at most as much text as Excel opens without calling the file damaged', async () => {
  const longest = 'x'.repeat(32_767);
  const batches = (async function* () {
    yield [[longest], [`${longest}y`], ['\u{1F410}'.repeat(20_000)]];
  })();
  const file = writeWorkbook([{ title: 'Tasks', columns: [{ heading: 'Animals', kind: 'text', width: 18 }], batches }]);
  const [tasks] = await readSpreadsheet(await buffer(file));
  const cells = tasks?.data.slice(1).map(([cell]) => String(cell)) ?? [];
  expect(cells.map((cell) => [cell.length, cell.at(-1), cell.isWellFormed()])).toEqual([
    [32_767, 'x', true],
    [32_767, '…', true],
    [32_767, '…', true],
  ]);
});
