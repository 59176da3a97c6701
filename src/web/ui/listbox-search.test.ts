import { expect, test } from 'vitest';
import { matching } from './listbox-search.ts';

const options = [
  { label: 'MJ02 Clover', keywords: ['Nubian'] },
  { label: 'Clover', keywords: ['Boer', 'K-17'] },
  { label: 'K-171 Bramble' },
];
const found = (typed: string) => matching(options, typed).map(({ label }) => label);

test('an empty search lists every option', () => {
  expect(found('  ')).toHaveLength(3);
});

test('options that begin with the typed text come first', () => {
  expect(found('clo')).toEqual(['Clover', 'MJ02 Clover']);
});

test('an option is found by all of its words in any order, including its keywords', () => {
  expect(found('nubian mj')).toEqual(['MJ02 Clover']);
  expect(found('k-17')).toEqual(['K-171 Bramble', 'Clover']);
  expect(found('clover bramble')).toEqual([]);
});

test('a tag number is found without its separators', () => {
  expect(found('k171')).toEqual(['K-171 Bramble']);
  expect(found('K/171')).toEqual(['K-171 Bramble']);
  expect(found('mj-02')).toEqual(['MJ02 Clover']);
});
