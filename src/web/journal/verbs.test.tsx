import { expect, test } from 'vitest';
import { isDeparture } from '#domain/journal/departures.ts';
import { kindsFor } from './verbs.tsx';

test('a female can give birth and a male be castrated, once', () => {
  const [doe, buck] = [kindsFor({ sex: 'female', status: 'active' }), kindsFor({ sex: 'male', status: 'active' })];
  expect([doe.includes('birth'), doe.includes('milking'), doe.includes('castration')]).toEqual([true, true, false]);
  expect([buck.includes('birth'), buck.includes('milking'), buck.includes('castration')]).toEqual([false, false, true]);
  expect(kindsFor({ sex: 'male', status: 'active', castratedOn: '2026-01-01' })).not.toContain('castration');
});

test('an animal that has left cannot leave again, and returns unless it is dead', () => {
  const departures = (animal: Partial<Parameters<typeof kindsFor>[0]>) =>
    kindsFor({ sex: 'female', status: 'active', ...animal }).filter((kind) => isDeparture({ kind }));
  expect(departures({})).toEqual(['sale', 'death', 'slaughter', 'loan']);
  expect(departures({ isLent: true })).toEqual(['sale', 'death', 'slaughter', 'return']);
  expect(departures({ status: 'sold' })).toEqual(['return']);
  expect(departures({ status: 'died' })).toEqual([]);
});
