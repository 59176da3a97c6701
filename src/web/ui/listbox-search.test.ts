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

test('a search reads each option a fixed number of times, however many words are typed', () => {
  const reads = { label: 0, keywords: 0 };
  const herd = Array.from({ length: 100 }, (_, index) => ({
    get label() {
      reads.label += 1;
      return `TAG-${index} Doe`;
    },
    get keywords() {
      reads.keywords += 1;
      return ['Alpine female goat'];
    },
  }));
  expect(matching(herd, 'alpine goat female doe 99')).toHaveLength(1);
  expect(reads.label).toBe(herd.length);
  expect(reads.keywords).toBeLessThanOrEqual(2 * herd.length);
});
