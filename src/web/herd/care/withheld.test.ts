import { expect, test } from 'vitest';
import { withheldText } from './withheld.ts';

test.each<[text: string, ends: Partial<Record<'meat' | 'milk', string | null>>]>([
  ['No meat until Dec 3', { meat: '2026-12-03' }],
  ['No meat or milk until Dec 3', { meat: '2026-12-03', milk: '2026-12-03' }],
  ['No meat until Jan 3, 2027 · no milk until Nov 30', { meat: '2027-01-03', milk: '2026-11-30' }],
  ['No milk: course open', { milk: null }],
  ['', { meat: '2026-11-23' }],
  ['', {}],
])('a chip says %j of withdrawals that end %j', (text, ends) => {
  const withdrawals = (['meat', 'milk'] as const).flatMap((product) => {
    const { [product]: clearOn } = ends;
    return clearOn === undefined ? [] : [{ product, clearOn, notRecordedOn: null }];
  });
  expect(withheldText(withdrawals, '2026-11-23')).toBe(text);
});
