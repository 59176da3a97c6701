import { expect, test } from 'vitest';
import { withheldText } from './withheld.ts';

const [meat, milk] = ['meat' as const, 'milk' as const];

test.each([
  ['No meat until 3 Dec', [{ product: meat, clearOn: '2026-12-03', notRecordedOn: null }]],
  [
    'No meat or milk until 3 Dec',
    [
      { product: meat, clearOn: '2026-12-03', notRecordedOn: null },
      { product: milk, clearOn: '2026-12-03', notRecordedOn: null },
    ],
  ],
  [
    'No meat until 3 Jan 2027 · no milk until 30 Nov',
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
