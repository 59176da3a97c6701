import { expect, test } from 'vitest';
import { farmRoles, mayRecord, rightsOf, rolesWith } from './members.ts';

test('each role of a farm has the rights in the table of product-rules.md', () => {
  const right = (role: (typeof farmRoles)[number]) => `${role}: ${[...rightsOf(role)].join(' ')}`;
  const [owner, ...others] = farmRoles.map(right);
  expect(owner).toBe('owner: see record keep manage invite hooks own');
  expect(others).toEqual(['manager: see record keep manage invite', 'worker: see record keep', 'vet: see record', 'viewer: see']);
  expect(rolesWith('manage')).toEqual(['owner', 'manager']);
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
