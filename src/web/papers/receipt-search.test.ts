import { expect, test } from 'vitest';
import { parseReceiptSearch } from './receipt-search.ts';

const day = '2026-11-22';

test('an address of a receipt is read as far as it means something', () => {
  const addresses = [{ day, buyer: 'Bob' }, { day, buyer: 7 }, { day }, { day: 'yesterday' }];
  expect(addresses.map(parseReceiptSearch)).toEqual([{ day, buyer: 'Bob' }, { day, buyer: '7' }, { day }, { day: '' }]);
});
