import { expect, test } from 'vitest';
import { parseEid } from './eid.ts';

test.each([
  ['a frame of an Allflex RS420 without the time', '1000000826071339300045', '826071339300045'],
  ['a frame of 23 digits', '10000000826071339300045', '826071339300045'],
  ['15 digits', '826071339300045', '826071339300045'],
  ['15 digits with a leading zero', '036000012345678', '036000012345678'],
  ['a zero, three digits and twelve', '0826 071339300045', '826071339300045'],
  ['16 hexadecimal digits without a letter', '8000908000000001', '578000000000001'],
  ['16 hexadecimal digits in small letters', '8000ce90a0ab5c6d', '826071415061613'],
  ['a British ear tag', 'UK0713393 00045', '826071339300045'],
  ['a British ear tag in groups', 'UK 0 713393 00045', '826071339300045'],
  ['the largest national code', '982274877906943', '982274877906943'],
])('%s is a code', (_, text, digits) => expect(parseEid(text)).toBe(digits));

test.each([
  ['nothing', ''],
  ['a tag number', 'MJ-02'],
  ['14 digits', '26071339300045'],
  ['16 digits that begin with neither a zero nor 8000', '9826071339300045'],
  ['what a spreadsheet made of it', '8.26071E+14'],
  ['a national code of more than 38 bits', '982274877906944'],
  ['no country', '000000012345678'],
  ['a hexadecimal code that is no animal’s', '0000F58000000001'],
  ['a hexadecimal country that cannot be', '8000FFC000000001'],
  ['two codes', '826071339300045 826071339300046'],
  ['a very long text', '0'.repeat(10_000)],
])('%s is no code', (_, text) => expect(parseEid(text)).toBeNull());
