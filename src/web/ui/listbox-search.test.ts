import { expect, test } from 'vitest';
import { matching } from './listbox-search.ts';

const options = [
  { label: 'MJ02 Clover', keywords: ['Nubian'] },
  { label: 'Clover', keywords: ['Boer', 'K-17'] },
  { label: 'K-171 Bramble' },
];

test.each([
  [['  '], ['MJ02 Clover', 'Clover', 'K-171 Bramble']],
  [['clo'], ['Clover', 'MJ02 Clover']],
  [['nubian mj', 'mj-02'], ['MJ02 Clover']],
  [['k-17'], ['K-171 Bramble', 'Clover']],
  [['k171', 'K/171'], ['K-171 Bramble']],
  [['clover bramble'], []],
])('%j finds by all words, in any order and without separators, first what begins so: %j', (typed, labels) => {
  for (const each of typed) expect(matching(options, each).map(({ label }) => label)).toEqual(labels);
});
