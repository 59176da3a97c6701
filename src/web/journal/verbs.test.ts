import { expect, test } from 'vitest';
import { kindsFor } from './verbs.tsx';

test('a female can give birth and a male be castrated, once', () => {
  const [doe, buck] = [kindsFor({ sex: 'female', status: 'active' }), kindsFor({ sex: 'male', status: 'active' })];
  expect([doe.includes('birth'), doe.includes('milking'), doe.includes('castration')]).toEqual([true, true, false]);
  expect([buck.includes('birth'), buck.includes('milking'), buck.includes('castration')]).toEqual([false, false, true]);
  expect(kindsFor({ sex: 'male', status: 'active', castratedOn: '2026-01-01' })).not.toContain('castration');
});

test('an animal that has left cannot leave again, and can return', () => {
  const sold = kindsFor({ sex: 'female', status: 'sold' });
  expect(sold.filter((kind) => ['sale', 'death', 'slaughter', 'loan', 'return'].includes(kind))).toEqual(['return']);
});
