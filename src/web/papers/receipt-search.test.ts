import { expect, test } from 'vitest';
import { parseReceiptSearch } from './receipt-search.ts';

test.each([
  [
    { day: '2026-11-22', buyer: 'Bob' },
    { day: '2026-11-22', buyer: 'Bob' },
  ],
  [
    { day: '2026-11-22', buyer: 7 },
    { day: '2026-11-22', buyer: '7' },
  ],
  [{ day: '2026-11-22' }, { day: '2026-11-22' }],
  [{ day: 'yesterday' }, { day: '' }],
])('the address %j is read as %j', (address, search) => {
  expect(parseReceiptSearch(address)).toEqual(search);
});
