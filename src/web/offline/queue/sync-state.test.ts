import { describe, expect, test } from 'vitest';
import type { Outage } from '#web/lib/server/outage.ts';
import type { StoredOperation } from './operation.ts';
import { groupsOf, syncStateOf, withDependents } from './sync-state.ts';

const operation = (id: string, rest: Partial<StoredOperation> = {}): StoredOperation =>
  ({ id, label: id, call: 'recordEvents', params: {}, needs: [], state: 'waiting', attempts: 0, ...rest }) as StoredOperation;

const refused = (id: string, code?: string, rest: Partial<StoredOperation> = {}) =>
  operation(id, { state: 'refused', last: { id, outcome: 'refused', code } as NonNullable<StoredOperation['last']>, ...rest });

const now = new Date(2026, 10, 23, 9, 5);
const stateOf = (operations: readonly StoredOperation[], outage?: Outage) =>
  syncStateOf({ operations, outage, isSending: false }, now);

describe('the sign in the header', () => {
  test('says Saved only when the server has applied everything', () => {
    expect(stateOf([])).toEqual({ kind: 'saved', text: 'Saved' });
    for (const one of [operation('a'), refused('a'), operation('a', { state: 'clash' })]) {
      expect(stateOf([one]).kind).not.toBe('saved');
    }
  });

  test('counts what waits', () => {
    expect(stateOf([operation('a'), operation('b')]).text).toBe('Not sent yet 2');
  });

  test('says since when there is no signal, by the clock of the device', () => {
    const since = new Date(2026, 10, 23, 7, 12).toISOString();
    expect(stateOf([operation('a')], { cause: 'noSignal', since })).toEqual({
      kind: 'noSignal',
      text: 'No signal',
      more: ' since 07:12',
    });
  });

  test('says that the server has a fault, and that something else answers, instead of blaming the signal', () => {
    expect(stateOf([operation('a')], { cause: 'serverFault', since: now.toISOString() }).text).toBe('Server fault');
    expect(stateOf([], { cause: 'otherAnswer', since: now.toISOString() }).text).toBe('No answer');
  });

  test('puts what a person has to decide before everything else', () => {
    expect(
      stateOf([operation('a'), refused('b'), operation('c', { state: 'clash' })], { cause: 'noSignal', since: now.toISOString() })
        .text,
    ).toBe('Needs you 2');
  });

  test('counts what waits for room as one decision', () => {
    const full = [refused('a', 'plan.limit_reached'), refused('b', 'plan.limit_reached')];
    expect(stateOf(full).text).toBe('Needs you 1');
  });
});

test('what needs an animal for which the plan has no room waits together with it', () => {
  const operations = [
    refused('animal', 'plan.limit_reached'),
    operation('weight', { needs: ['animal'] }),
    operation('correction', { needs: ['weight'] }),
    operation('other'),
    refused('wrong', 'request.invalid'),
  ];
  const { waitsForSpace, needsYou, onThisPhone } = groupsOf(operations);
  expect(waitsForSpace.map(({ id }) => id)).toEqual(['animal', 'weight', 'correction']);
  expect(needsYou.map(({ id }) => id)).toEqual(['wrong']);
  expect(onThisPhone.map(({ id }) => id)).toEqual(['other']);
});

test('what is deleted takes along what cannot be done without it, and nothing else', () => {
  const operations = [operation('a'), operation('b', { needs: ['a'] }), operation('c', { needs: ['b'] }), operation('d')];
  expect(withDependents(operations.slice(1, 2), operations).map(({ id }) => id)).toEqual(['b', 'c']);
});
