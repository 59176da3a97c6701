import { expect, test } from 'vitest';
import { withheldText } from './withheld.ts';

const [meat, milk] = ['meat' as const, 'milk' as const];

test.each([
  ['No meat until Dec 3', [{ product: meat, clearOn: '2026-12-03', notRecordedOn: null }]],
  [
    'No meat or milk until Dec 3',
    [
      { product: meat, clearOn: '2026-12-03', notRecordedOn: null },
      { product: milk, clearOn: '2026-12-03', notRecordedOn: null },
    ],
  ],
  [
    'No meat until Jan 3, 2027 · no milk until Nov 30',
    [
      { product: meat, clearOn: '2027-01-03', notRecordedOn: null },
      { product: milk, clearOn: '2026-11-30', notRecordedOn: null },
    ],
  ],
  ['No milk: course open', [{ product: milk, clearOn: null, notRecordedOn: null }]],
  ['', [{ product: meat, clearOn: '2026-11-23', notRecordedOn: null }]],
  ['', []],
])('a chip says %j', (text, ends) => {
  expect(withheldText(ends, '2026-11-23')).toBe(text);
});
