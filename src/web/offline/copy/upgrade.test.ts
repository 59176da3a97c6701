import { expect, test } from 'vitest';
import type { OfflineCall, StoredOperation } from '../queue/operation.ts';
import { upgradeOperation } from './upgrade.ts';

const operation = {
  id: 'op',
  shape: 1,
  call: 'addPlace',
  params: {},
  body: { name: 'Barn' },
  state: 'waiting',
} as StoredOperation;

test('an operation of this version stays as it is, and one of an earlier version goes through each later one', () => {
  expect(upgradeOperation(operation, {}, 1)).toBe(operation);
  const renamed = (from: string, to: string) => (each: StoredOperation) => ({
    ...each,
    body: { [to]: (each.body as Record<string, unknown>)[from] },
  });
  const upgrades = { 1: renamed('name', 'title'), 2: renamed('title', 'label') };
  expect(upgradeOperation(operation, upgrades, 3)).toEqual({ ...operation, shape: 3, body: { label: 'Barn' } });
});

test.each([
  ['of a newer version', { ...operation, shape: 9 }],
  ['of a version that is not known', { ...operation, shape: 0 }],
  ['with a call that is not known', { ...operation, call: 'addBarn' as OfflineCall }],
])('an operation %s is parked as it is, with a reason', (_, unknown) => {
  const { last, ...parked } = upgradeOperation(unknown, {}, 1);
  expect(parked).toEqual({ ...unknown, state: 'refused' });
  expect(last?.message).toContain('version');
});
