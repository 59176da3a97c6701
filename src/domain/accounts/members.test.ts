import { expect, test } from 'vitest';
import { eventKindNames, eventKinds } from '../records/events.ts';
import { type FarmRole, farmRoles, mayManage, mayRecord, rightsOf, rolesWith } from './members.ts';
import { roleWords } from './role-words.ts';

test('each role of a farm has the rights in the table of product-rules.md', () => {
  const [owner, ...others] = farmRoles.map((role) => `${role}: ${[...rightsOf(role)].join(' ')}`);
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

/** What a sentence about a role may name, and who may do it. */
const acts: Readonly<Record<string, (role: FarmRole) => boolean>> = {
  ...Object.fromEntries(
    eventKindNames.map((kind) => [eventKinds[kind].label.toLowerCase(), (role: FarmRole) => mayRecord(role, kind)]),
  ),
  matings: (role) => rightsOf(role).has('record'),
  tasks: (role) => rightsOf(role).has('record'),
  'add animals': (role) => rightsOf(role).has('keep'),
  ...Object.fromEntries(['delete', 'sell', 'import', 'export'].map((act) => [act, (role) => rightsOf(role).has('manage')])),
  'invite managers': (role) => mayManage(role, 'manager'),
  invite: (role) => rightsOf(role).has('invite'),
  webhooks: (role) => rightsOf(role).has('hooks'),
  'the plan': (role) => rightsOf(role).has('own'),
};

test('the sentence about each role names only what it may do, and as forbidden only what it may not', () => {
  for (const role of farmRoles) {
    const [may = '', mayNot = ''] = roleWords[role].may.toLowerCase().split(/may not|except/);
    const named = (text: string) => Object.keys(acts).filter((act) => text.replace('invite managers', '').includes(act));
    expect([role, named(may).filter((act) => !acts[act]?.(role))]).toEqual([role, []]);
    const forbidden = named(mayNot).concat(mayNot.includes('invite managers') ? 'invite managers' : []);
    expect([role, forbidden.filter((act) => acts[act]?.(role))]).toEqual([role, []]);
  }
});

test('the sentence about a vet names all that a vet records, and the one about a worker all that a worker may not do', () => {
  const lacking = Object.entries(acts).filter(([act, may]) => may('vet') && !roleWords.vet.may.toLowerCase().includes(act));
  expect(lacking.map(([act]) => act)).toEqual([]);
  const [, mayNot = ''] = roleWords.worker.may.split('may not');
  const denied = ['delete', 'sell', 'import', 'export', 'invite'];
  expect(denied.filter((act) => !mayNot.includes(act) || acts[act]?.('worker'))).toEqual([]);
});
