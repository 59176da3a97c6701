import { expect, test } from 'vitest';
import type { HistoryAct } from '#contract/history.ts';
import { recordedEvent } from '#test/any-event.ts';
import { describeHistory } from './describe-history.ts';

const known = {
  today: '2026-06-01',
  nameOf: (id: string) => ({ hill: 'Hill', dam: 'D-1 Bella' })[id],
  speciesOf: () => 'goat' as const,
};
const anna = { kind: 'person', id: 'u', name: 'Anna' } as const;

const act = (changes: readonly Partial<HistoryAct['changes'][number]>[], rest: object = {}) =>
  ({
    ...{ by: anna, call: 'aCall', counts: {}, events: [], undoes: null },
    changes: changes.map((change) => ({ kind: 'animal', id: 'a', change: 'changed', animalIds: ['a'], fields: null, ...change })),
    animals: [{ id: 'a', tagNumber: 'A-7', name: 'Bella', isDeleted: false }],
    ...rest,
  }) as unknown as HistoryAct;

const weighing = recordedEvent({ kind: 'weighing', weightGrams: 19_051 });
const corrected = recordedEvent({ kind: 'weighing', weightGrams: 19_504 }, { replacesId: weighing.id });
const voids = { kind: 'event', id: weighing.id, fields: { voidedAt: [null, 'x'], voidReason: [null, 'wrong goat'] } } as const;
const event = (change: 'created' | 'deleted', id: string) => ({ kind: 'event', id, change }) as const;
const several = { motherId: [null, 'dam'], birthWeightGrams: [null, 4536], forSale: [false, true] };
const cleo = { tagNumber: ['A-9'], name: ['Cleo'], forSale: [false], birthDate: ['2024-03-01'] };
const deleted = { animals: [{ id: 'a', tagNumber: 'A-9', name: 'Cleo', isDeleted: true }] };
const added = { change: 'created' } as const;

test.each<[what: string, act: HistoryAct, lines: readonly string[]]>([
  ['a changed field', act([{ fields: { name: ['Bela', 'Bella'] } }]), ['Anna changed Name from Bela to Bella']],
  [
    'several changed fields, as a list',
    act([{ fields: several }]),
    ['Anna changed 3 fields | Mother: none → D-1 Bella | Birth weight: none → 10 lbs | For sale: no → yes'],
  ],
  [
    'a changed field of what is no animal',
    act([{ kind: 'place', id: 'hill', fields: { note: [null, 'Wet'] } }]),
    ['Anna changed Note of the place Hill from none to Wet'],
  ],
  ['an added record', act([added]), ['Anna added the animal A-7']],
  [
    'a deleted record, with what it said',
    act([{ change: 'deleted', fields: cleo }], deleted),
    ['Anna deleted the animal A-9 | Tag number: A-9 | Name: Cleo | Birth date: Fri, Mar 1, 2024'],
  ],
  ['a recorded event', act([event('created', weighing.id)], { events: [weighing] }), ['Anna recorded Weighing: 42 lbs']],
  ['a voided event, with the reason', act([voids], { events: [weighing] }), ['Anna voided Weighing: 42 lbs | wrong goat']],
  [
    'a corrected event, with what it replaces',
    act([event('created', corrected.id), voids], { events: [corrected, weighing] }),
    ['Anna corrected Weighing: 43 lbs', 'Anna replaced Weighing: 42 lbs | wrong goat'],
  ],
  ['a deleted event', act([event('deleted', weighing.id)], { events: [weighing] }), ['Anna deleted Weighing: 42 lbs']],
  [
    'an import, as one line',
    act([added], { call: 'applyImport', counts: { animal: 1200, event: 3 } }),
    ['Anna imported a file | 1,200 animals | 3 entries'],
  ],
  [
    'a large act, with how much it was',
    act([added, added], { counts: { animal: 30 } }),
    ['Anna added the animal A-7', 'Anna added the animal A-7', '30 animals'],
  ],
])('the history tells %s', (_, told, expected) => {
  const { who, lines, more } = describeHistory(told, known);
  const read = lines.map(({ text, facts }) => [`${who} ${text}`, ...facts].join(' | '));
  expect([...read, ...(more === undefined ? [] : [more])]).toEqual(expected);
});

test('keys, the product and people who are gone are told apart', () => {
  const who = (by: HistoryAct['by']) => describeHistory(act([added], { by }), known).who;
  expect(who({ kind: 'key', id: 'k', name: 'Scale' })).toBe('The key Scale');
  expect(who({ kind: 'job', id: 'a job', name: 'a job' })).toBe('Bellwether');
  expect(who({ kind: 'person', id: 'u', name: null })).toBe('A person whose account was deleted');
  expect(who(null)).toBe('Somebody');
});
