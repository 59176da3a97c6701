import { expect, test } from 'vitest';
import { findByNumber } from './number-search.ts';

const tags = [
  { animalId: 'A', number: '826071339300045' },
  { animalId: 'B', number: 'KHSI-1045' },
];
const earlier = [{ animalId: 'B', number: 'OLD 7' }];

test.each([
  ['826 071339300045', ['A']],
  ['\u00021000000826071339300045261123021455', ['A']],
  ['0045', ['A']],
  ['045', ['A', 'B']],
  ['45', []],
  ['khsi1045', ['B']],
  ['KHSI-10', ['B']],
  ['old-7', ['B']],
  ['071339', ['A']],
  ['826', []],
])("'%s' finds the animals of which it is a number, or its end", (search, found) => {
  expect([...findByNumber(search, [tags, earlier])]).toEqual(found);
});
