import { expect, test } from 'vitest';
import { readReaderFile } from './reader-file.ts';

const read = (text: string, needsWeight = true) =>
  readReaderFile(text, { unit: 'kg', dateOrder: 'mdy', today: '2026-11-26', needsWeight });
const short = (text: string, needsWeight?: boolean) =>
  read(text, needsWeight).map(({ eid: code, tag, grams, day, problem }) => [code, tag, grams, day, problem]);

const eid = '826071339350000';
const other = '826071339350001';
const title = 'Session: Ewes\r\n\r\nRFID\tTag\tLive weight\tDate\r\n';

test.each([
  ['commas and headings', `EID,VID,Weight (kg),Date,Time\n${eid},4-1001,41.5,2026-11-25,08:12:03\n`],
  ['semicolons and decimal commas', `"EID";"VID";"Gewicht kg";"Datum"\n"${eid}";"4-1001";"41,5";"25.11.2026"\n`],
  ['tabs, a title above and a space in the code', `${title}826 071339350000\t4-1001\t41.5 kg\t25 Nov 2026\r\n`],
  ['a byte order mark and a declared separator', `\uFEFFsep=|\nEID|VID|Weight|Date\n${eid}|4-1001|41.5|11/25/2026\n`],
])('the file of a scale is read with %s', (_, text) => {
  expect(short(text)).toEqual([[eid, '4-1001', 41_500, '2026-11-25', null]]);
});

test('the file of a scale in pounds says so in its heading', () => {
  expect(short(`EID,Weight (lb)\n${eid},100`)).toEqual([[eid, '', 45_359, null, null]]);
});

test('the file of a scale without headings is read by what its values look like', () => {
  expect(short(`${eid},41.5,2026-11-25,08:12\n4-1001,39.5`)).toEqual([
    [eid, '', 41_500, '2026-11-25', null],
    [null, '4-1001', 39_500, null, null],
  ]);
});

const [date, earlier] = ['2026-09-25', '2026-08-01'];

test.each([
  ['EID,Date,Time', `${date},08:12`, date],
  ['EID,Day,Time', `${date},08:12`, date],
  ['EID,Weight,Date,Bred', `41.5,${date},${earlier}`, date],
  ['EID,Weight,Weigh date,Date', `41.5,${date},${earlier}`, date],
  ['EID,Weight,Date weighed,Shorn', `41.5,${date},${earlier}`, date],
  ['EID,Weight,Bred', `41.5,${earlier}`, null],
])('under the headings %s the line %s is of the day %s', (headings, line, day) => {
  expect(read(`${headings}\n${eid},${line}`, headings.includes('Weight'))[0]?.day).toBe(day);
});

test('a file with too many lines is refused as a whole', () => {
  const lines = read(`EID,Weight\n${`${eid},41\n`.repeat(20_000)}`);
  expect(lines.map(({ problem }) => problem)).toEqual(['The file has more than 20,000 lines. Split it into parts']);
});

test.each([
  [`${eid},4-1,,2026-11-25`, 'No weight'],
  [`${eid},4-1,heavy,`, "'heavy' is not a weight"],
  ['123,,41,', "'123' is not an electronic tag"],
  [',,41,', 'No tag'],
  [`${eid},,41,2027-01-01`, 'The day is in the future'],
  [`${eid},,41,soon`, "'soon' is not a day"],
])('the line %s of a file cannot be read: %s', (line, problem) => {
  expect(read(`EID,Tag,Weight,Date\n${other},,41,\n${line}`)).toMatchObject([{ problem: null }, { number: 3, problem }]);
});

test('what a stick reader sent needs no weight', () => {
  const frames = `\u00021000000${eid}261125081200\r\n\u00021000000${other}261125081203\r\n`;
  expect(short(frames, false)).toEqual([eid, other].map((code) => [code, '', null, null, null]));
  expect(short(`${eid}\n`, false)).toEqual([[eid, '', null, null, null]]);
});
