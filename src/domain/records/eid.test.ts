import { expect, test } from 'vitest';
import { parseEid } from './eid.ts';

test.each([
  ['an Allflex RS420 with its time', '\u00021000000826071339300045261123021455\r\n', '826071339300045'],
  ['the same without the time', '1000000826071339300045', '826071339300045'],
  ['the same of an Australian tag', '1000000036000012345678', '036000012345678'],
  ['a frame of 23 digits', '10000000826071339300045', '826071339300045'],
  ['a frame that begins with A', 'A0000000982000196588496', '982000196588496'],
  ['15 digits', '826071339300045', '826071339300045'],
  ['15 digits with a leading zero', '036000012345678', '036000012345678'],
  ['15 digits between control characters', '\u0002840003123456789\u0003\r', '840003123456789'],
  ['three digits and twelve', '942 000002422333', '942000002422333'],
  ['a zero and 15 digits', '0826071339300045', '826071339300045'],
  ['a zero, three digits and twelve', '0826 071339300045', '826071339300045'],
  ['a row of the database of New Zealand', '00000 0 982 000196588496', '982000196588496'],
  ['16 hexadecimal digits', '8000F58000000001', '982000000000001'],
  ['16 hexadecimal digits without a letter', '8000908000000001', '578000000000001'],
  ['16 hexadecimal digits in small letters', '8000ce90a0ab5c6d', '826071415061613'],
  ['a British ear tag', 'UK0713393 00045', '826071339300045'],
  ['a British ear tag in groups', 'UK 0 713393 00045', '826071339300045'],
  ['the largest national code', '982274877906943', '982274877906943'],
])('%s is a code', (_, text, digits) => {
  expect(parseEid(text)).toBe(digits);
});

test.each([
  ['nothing', ''],
  ['a tag number', 'MJ-02'],
  ['14 digits', '26071339300045'],
  ['16 digits that do not begin with a zero', '1826071339300045'],
  ['16 digits that begin as a hexadecimal code may', '9826071339300045'],
  ['what a spreadsheet made of it', '8.26071E+14'],
  ['a national code of more than 38 bits', '982274877906944'],
  ['no country', '000000012345678'],
  ['a hexadecimal code that is no animal’s', '0000F58000000001'],
  ['a hexadecimal country that cannot be', '8000FFC000000001'],
  ['two codes', '826071339300045 826071339300046'],
  ['a very long text', '0'.repeat(10_000)],
])('%s is no code', (_, text) => {
  expect(parseEid(text)).toBeNull();
});
