import { expect, test } from 'vitest';
import type { Outage } from '#web/lib/server/outage.ts';
import type { StoredOperation } from './operation.ts';
import { groupsOf, syncStateOf, withDependents } from './sync-state.ts';

const operation = (id: string, rest: Partial<StoredOperation> = {}): StoredOperation =>
  ({ id, label: id, call: 'recordEvents', params: {}, needs: [], state: 'waiting', attempts: 0, ...rest }) as StoredOperation;
const refused = (id: string, code?: string) =>
  operation(id, { state: 'refused', last: { id, outcome: 'refused', code } as NonNullable<StoredOperation['last']> });
const clash = operation('c', { state: 'clash' });
const full = 'plan.limit_reached';

const now = new Date(2026, 10, 23, 9, 5);
const since = new Date(2026, 10, 23, 7, 12).toISOString();
const ids = (operations: readonly StoredOperation[]) => operations.map(({ id }) => id);

test.each<[what: string, operations: StoredOperation[], cause: Outage['cause'] | undefined, text: string]>([
  ['says Saved when the server has applied everything', [], undefined, 'Saved'],
  ['counts what waits', [operation('a'), operation('b')], undefined, 'Not sent yet 2'],
  ['says since when there is no signal, by the clock of the device', [operation('a')], 'noSignal', 'No signal since 07:12'],
  ['says that the server has a fault', [operation('a')], 'serverFault', 'Server fault since 07:12'],
  ['says that something else answers', [], 'otherAnswer', 'No answer since 07:12'],
  ['puts what a person has to decide before everything else', [operation('a'), refused('b'), clash], 'noSignal', 'Needs you 2'],
  ['counts what waits for room as one decision', ['a', 'b'].map((id) => refused(id, full)), undefined, 'Needs you 1'],
])('the sign in the header %s', (_, operations, cause, expected) => {
  const { kind, text, more = '' } = syncStateOf({ operations, outage: cause && { cause, since }, isSending: false }, now);
  expect([kind === 'saved', text + more]).toEqual([expected === 'Saved', expected]);
});

test('what needs an animal for which the plan has no room waits together with it', () => {
  const { waitsForSpace, needsYou, onThisPhone } = groupsOf([
    refused('animal', full),
    operation('weight', { needs: ['animal'] }),
    operation('correction', { needs: ['weight'] }),
    operation('other'),
    refused('wrong', 'request.invalid'),
  ]);
  expect([waitsForSpace, needsYou, onThisPhone].map(ids)).toEqual([['animal', 'weight', 'correction'], ['wrong'], ['other']]);
});

test('what is deleted takes along what cannot be done without it, and nothing else', () => {
  const operations = [operation('a'), operation('b', { needs: ['a'] }), operation('c', { needs: ['b'] }), operation('d')];
  expect(ids(withDependents(operations.slice(1, 2), operations))).toEqual(['b', 'c']);
});
