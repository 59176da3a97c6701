import { expect, test } from 'vitest';
import { matching } from './listbox-search.ts';

const options = [
  { label: 'MJ02 Clover', keywords: 'Nubian' },
  { label: 'Clover', keywords: 'Boer K-17' },
  { label: 'K-171 Bramble' },
];
const found = (typed: string) => matching(options, typed).map(({ label }) => label);

test('everything is offered before something is typed', () => {
  expect(found('  ')).toHaveLength(3);
});

test('what begins with the typed text comes first', () => {
  expect(found('clo')).toEqual(['Clover', 'MJ02 Clover']);
});

test('every word has to be there, in any order, also among the keywords', () => {
  expect(found('nubian mj')).toEqual(['MJ02 Clover']);
  expect(found('k-17')).toEqual(['K-171 Bramble', 'Clover']);
  expect(found('clover bramble')).toEqual([]);
});

test('a tag is found without what parts it', () => {
  expect(found('k171')).toEqual(['K-171 Bramble']);
  expect(found('K/171')).toEqual(['K-171 Bramble']);
  expect(found('mj-02')).toEqual(['MJ02 Clover']);
});

test('ten thousand are searched within the blink of a key', () => {
  const herd = Array.from({ length: 10_000 }, (_, index) => ({ label: `TAG-${index} Doe`, keywords: 'Alpine female goat' }));
  const started = performance.now();
  expect(matching(herd, 'alpine 99')).not.toHaveLength(0);
  expect(performance.now() - started).toBeLessThan(50);
});
