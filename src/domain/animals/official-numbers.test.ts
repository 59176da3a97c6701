import { expect, test } from 'vitest';
import { doubtOfOfficial } from './official-numbers.ts';

/** British ones, those of the United States, the European Union and other states, and what may be one of a kind that is not known. */
const withoutDoubt = `UK 0 123456 00001|UK0713393 00045|UK 123456 7|UK 123456 00001 R|VA0016 0123|MEX1234 0045|TX AB 1234
  840 003 123456789|DE 01 08 123 45678|IE 0412345 00001|FR 123456 78901|DEX1234 0045|MT 1234 0045|AT123456789
  NH012345XBC01234|NH012345XBC 01234|NE123456LEJ 00123|CAN124000123 456789|DE010812345 678|OHIO 1234|IDAHO 12|SCRAPIE OH1234 0001
  8401|0045|Q1|AGS-123456|`;

test('an official number, or one of which nothing is known, is not doubted', () => {
  expect(withoutDoubt.split(/\||\n\s+/).filter((number) => doubtOfOfficial(number) !== undefined)).toEqual([]);
});

test.each([
  ['UK 123456', 'no animal'],
  ['UK0123456', 'no animal'],
  ['UK 1234', 'British'],
  ['UK O123456 00001', 'British'],
  ['84000312345678', '15 digits'],
  ['8400031234567890', '15 digits'],
  ['VAO016 0123', '1 or a 0'],
  ['VA-O016 0123', '1 or a 0'],
  ['IT 1234567890123', 'at most 12'],
])('%s is doubtful', (number, why) => {
  expect(doubtOfOfficial(number)).toContain(why);
});

test('a printed number and an EID of one country are one number', () => {
  expect(doubtOfOfficial('UK 0 713393 00045', '826071339300045')).toBeUndefined();
  expect(doubtOfOfficial('UK 0713393 00045', '982000411110001')).toBeUndefined();
  expect(doubtOfOfficial('UK 0713393 00045', '826071339300046')).toContain('826 071339300046');
});
