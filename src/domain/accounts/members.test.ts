import { expect, test } from 'vitest';
import { farmRoles, mayRecord, rightsOf, rolesWith } from './members.ts';

test('each role of a farm has the rights in the table of product-rules.md', () => {
  expect(Object.fromEntries(farmRoles.map((role) => [role, [...rightsOf(role)]]))).toEqual({
    owner: ['see', 'record', 'keep', 'manage', 'invite', 'hooks', 'own'],
    manager: ['see', 'record', 'keep', 'manage', 'invite'],
    worker: ['see', 'record', 'keep'],
    vet: ['see', 'record'],
    viewer: ['see'],
  });
});

test('`rolesWith` is the inverse of `rightsOf`', () => {
  expect(rolesWith('manage')).toEqual(['owner', 'manager']);
  expect(rolesWith('own')).toEqual(['owner']);
});

test.each([
  ['weighing', ['owner', 'manager', 'worker']],
  ['birth', ['owner', 'manager', 'worker']],
  ['treatment', ['owner', 'manager', 'worker', 'vet']],
  ['note', ['owner', 'manager', 'worker', 'vet']],
  ['sale', ['owner', 'manager']],
  ['return', ['owner', 'manager']],
] as const)('%s is recorded by %j', (kind, roles) => {
  expect(farmRoles.filter((role) => mayRecord(role, kind))).toEqual(roles);
});
