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

const act = (changes: readonly Partial<HistoryAct['changes'][number]>[], rest: Partial<HistoryAct> = {}): HistoryAct => ({
  revision: 1,
  at: '2026-06-01T10:00:00.000Z',
  by: anna,
  call: 'aCall',
  counts: {},
  changes: changes.map((change) => ({ kind: 'animal', id: 'a', change: 'changed', animalIds: ['a'], fields: null, ...change })),
  events: [],
  animals: [{ id: 'a', tagNumber: 'A-7', name: 'Bella', isDeleted: false }],
  undoes: null,
  isUndone: false,
  ...rest,
});

const told = (changes: HistoryAct) => {
  const { who, lines, more } = describeHistory(changes, known);
  return [...lines.map(({ text, facts }) => [`${who} ${text}`, ...facts].join(' | ')), ...(more === undefined ? [] : [more])];
};

test('a changed field is told with what it was and what it is, several as a list', () => {
  expect(told(act([{ fields: { name: ['Bela', 'Bella'] } }]))).toEqual(['Anna changed Name from Bela to Bella']);
  expect(told(act([{ fields: { motherId: [null, 'dam'], birthWeightGrams: [null, 4536], forSale: [false, true] } }]))).toEqual([
    'Anna changed 3 fields | Mother: none → D-1 Bella | Birth weight: none → 10 lbs | For sale: no → yes',
  ]);
  expect(told(act([{ kind: 'place', id: 'hill', fields: { note: [null, 'Wet'] } }]))).toEqual([
    'Anna changed Note of the place Hill from none to Wet',
  ]);
});

test('a record is named when it is added and when it is deleted, a deleted one with what it said', () => {
  expect(told(act([{ change: 'created' }]))).toEqual(['Anna added the animal A-7']);
  expect(
    told(
      act([{ change: 'deleted', fields: { tagNumber: ['A-9'], name: ['Cleo'], forSale: [false], birthDate: ['2024-03-01'] } }], {
        animals: [{ id: 'a', tagNumber: 'A-9', name: 'Cleo', isDeleted: true }],
      }),
    ),
  ).toEqual(['Anna deleted the animal A-9 | Tag number: A-9 | Name: Cleo | Birth date: Fri, Mar 1, 2024']);
});

test('a journal entry is told as it reads there: recorded, corrected, voided with the reason, deleted', () => {
  const weighing = recordedEvent({ kind: 'weighing', weightGrams: 19_051 });
  const corrected = recordedEvent({ kind: 'weighing', weightGrams: 19_504 }, { replacesId: weighing.id });
  const voids = { kind: 'event', id: weighing.id, fields: { voidedAt: [null, 'x'], voidReason: [null, 'wrong goat'] } };
  const event = (change: 'created' | 'deleted', id: string) => ({ kind: 'event', id, change });
  expect(told(act([event('created', weighing.id)], { events: [weighing] }))).toEqual(['Anna recorded Weighing: 42 lbs']);
  expect(told(act([voids], { events: [weighing] }))).toEqual(['Anna voided Weighing: 42 lbs | wrong goat']);
  expect(told(act([event('created', corrected.id), voids], { events: [corrected, weighing] }))).toEqual([
    'Anna corrected Weighing: 43 lbs',
    'Anna replaced Weighing: 42 lbs | wrong goat',
  ]);
  expect(told(act([event('deleted', weighing.id)], { events: [weighing] }))).toEqual(['Anna deleted Weighing: 42 lbs']);
});

test('keys, the product and people who are gone are told apart', () => {
  const who = (by: HistoryAct['by']) => describeHistory(act([{ change: 'created' }], { by }), known).who;
  expect(who({ kind: 'key', id: 'k', name: 'Scale' })).toBe('The key Scale');
  expect(who({ kind: 'job', id: 'a job', name: 'a job' })).toBe('Bellwether');
  expect(who({ kind: 'person', id: 'u', name: null })).toBe('A person whose account was deleted');
  expect(who(null)).toBe('Somebody');
});

test('an import is one line, and a large act says how much it was', () => {
  const counts = { animal: 1200, event: 3 };
  expect(told(act([{ change: 'created' }], { call: 'applyImport', counts }))).toEqual([
    'Anna imported a file | 1,200 animals | 3 entries',
  ]);
  expect(told(act([{ change: 'created' }, { change: 'created' }], { counts: { animal: 30 } })).at(-1)).toBe('30 animals');
});
