import { describe, expect, test } from 'vitest';
import { readReaderFile } from './reader-file.ts';

const read = (text: string, more: Partial<Parameters<typeof readReaderFile>[1]> = {}) =>
  readReaderFile(text, { unit: 'kg', dateOrder: 'mdy', today: '2026-11-26', needsWeight: true, ...more });
const short = (text: string, more?: Parameters<typeof read>[1]) =>
  read(text, more).map(({ eid, tag, grams, day, problem }) => [eid, tag, grams, day, problem]);

const eid = '826071339350000';

describe('the file of a scale', () => {
  test.each([
    ['commas and headings', `EID,VID,Weight (kg),Date,Time\n${eid},4-1001,41.5,2026-11-25,08:12:03\n`],
    ['semicolons and decimal commas', `"EID";"VID";"Gewicht kg";"Datum"\n"${eid}";"4-1001";"41,5";"25.11.2026"\n`],
    [
      'tabs, a title above and a space in the code',
      `Session: Ewes\r\n\r\nRFID\tTag\tLive weight\tDate\r\n826 071339350000\t4-1001\t41.5 kg\t25 Nov 2026\r\n`,
    ],
    ['a byte order mark and a declared separator', `\uFEFFsep=|\nEID|VID|Weight|Date\n${eid}|4-1001|41.5|11/25/2026\n`],
  ])('with %s', (_, text) => {
    expect(short(text)).toEqual([[eid, '4-1001', 41_500, '2026-11-25', null]]);
  });

  test('in pounds says so in its heading', () => {
    expect(short(`EID,Weight (lb)\n${eid},100`)).toEqual([[eid, '', 45_359, null, null]]);
  });

  test('without headings is read by what its values look like', () => {
    expect(short(`${eid},41.5,2026-11-25,08:12\n4-1001,39.5`)).toEqual([
      [eid, '', 41_500, '2026-11-25', null],
      [null, '4-1001', 39_500, null, null],
    ]);
  });

  test.each(['EID,Date,Time', 'EID,Day,Time'])('has its own day under %s', (headings) => {
    const rows = `${headings}\n${eid},2026-09-25,08:12\n${eid.replace(/0$/, '1')},2026-09-26,08:13`;
    expect(short(rows, { needsWeight: false }).map(([, , , day]) => day)).toEqual(['2026-09-25', '2026-09-26']);
  });

  test.each(['EID,Weight,Date,Bred', 'EID,Weight,Weigh date,Date', 'EID,Weight,Date weighed,Shorn', 'EID,Weight,Bred'])(
    'has the day of its weights under %s',
    (headings) => {
      const [date, other] = ['2026-09-25', '2026-08-01'];
      const isWithout = headings.endsWith('Weight,Bred');
      expect(short(`${headings}\n${eid},41.5,${isWithout ? other : `${date},${other}`}`).map(([, , , day]) => day)).toEqual([
        isWithout ? null : date,
      ]);
    },
  );

  test('with too many lines is refused as a whole', () => {
    const lines = read(`EID,Weight\n${`${eid},41\n`.repeat(20_000)}`);
    expect(lines.map(({ problem }) => problem)).toEqual(['The file has more than 20,000 lines. Split it into parts']);
  });

  test('says by line what cannot be read', () => {
    const lines = read(
      `EID,Tag,Weight,Date\n${eid},4-1,,2026-11-25\n${eid},4-1,heavy,\n123,,41,\n,,41,\n${eid},,41,2027-01-01\n${eid},,41,soon`,
    );
    expect(lines.map(({ number, problem }) => [number, problem])).toEqual([
      [2, 'No weight'],
      [3, "'heavy' is not a weight"],
      [4, "'123' is not an electronic tag"],
      [5, 'No tag'],
      [6, 'The day is in the future'],
      [7, "'soon' is not a day"],
    ]);
  });
});

test('what a stick reader sent needs no weight', () => {
  expect(
    short(`\u00021000000${eid}261125081200\r\n\u00021000000826071339350001261125081203\r\n`, { needsWeight: false }),
  ).toEqual([
    [eid, '', null, null, null],
    ['826071339350001', '', null, null, null],
  ]);
  expect(short(`${eid}\n`, { needsWeight: false })).toEqual([[eid, '', null, null, null]]);
});
