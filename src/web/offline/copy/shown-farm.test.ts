import { expect, test } from 'vitest';
import { shareRows } from './shown-farm.ts';

test('an answer keeps its object while its rows are the same objects, and rows are not compared by content', () => {
  const [ewe, ram] = [{ id: 'ewe' }, { id: 'ram' }];
  const before = [ewe, ram];
  expect(shareRows(before, [ewe, ram])).toBe(before);
  for (const after of [
    [ram, ewe],
    [{ ...ewe }, ram],
    [{ id: 'lamb' }, ewe, ram],
  ])
    expect(shareRows(before, after)).toBe(after);
  expect(shareRows(before, [ewe])).toEqual([ewe]);
  expect(shareRows(undefined, before)).toBe(before);
});

test('an answer that is no list is compared by content', () => {
  const before = { place: { name: 'Barn' }, withdrawals: [] };
  expect(shareRows(before, structuredClone(before))).toBe(before);
});
