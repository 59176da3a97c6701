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

const nothing = { by: anna, call: 'aCall', counts: {}, events: [], undoes: null };
const act = (changes: readonly Partial<HistoryAct['changes'][number]>[], rest: object = {}) =>
  ({
    ...nothing,
    changes: changes.map((change) => ({ kind: 'animal', id: 'a', change: 'changed', animalIds: ['a'], fields: null, ...change })),
    animals: [{ id: 'a', tagNumber: 'A-7', name: 'Bella', isDeleted: false }],
    ...rest,
  }) as unknown as HistoryAct;

const weighing = recordedEvent({ kind: 'weighing', weightGrams: 19_051 });
const corrected = recordedEvent({ kind: 'weighing', weightGrams: 19_504 }, { replacesId: weighing.id });
const voids = { kind: 'event', id: weighing.id, fields: { voidedAt: [null, 'x'], voidReason: [null, 'wrong goat'] } } as const;
const event = (change: 'created' | 'deleted', id: string) => ({ kind: 'event', id, change }) as const;
const several = { motherId: [null, 'dam'], forSale: [false, true] };
const cleo = { tagNumber: ['A-9'], name: ['Cleo'], forSale: [false], birthDate: ['2024-03-01'] };
const deleted = { animals: [{ id: 'a', tagNumber: 'A-9', name: 'Cleo', isDeleted: true }] };
const added = { change: 'created' } as const;

const ofEvents = (...changes: Parameters<typeof act>[0]) => act(changes, { events: [corrected, weighing] });
const ofPlace = { kind: 'place', id: 'hill', fields: { note: [null, 'Wet'] } } as const;
const before = 'Weighing: 42 lbs | wrong goat';
const cleoSaid = 'Tag number: A-9 | Name: Cleo | Birth date: Fri, Mar 1, 2024';

test.each<[read: string, act: HistoryAct]>([
  ['Anna changed Name from Bela to Bella', act([{ fields: { name: ['Bela', 'Bella'] } }])],
  ['Anna changed 2 fields | Mother: none → D-1 Bella | For sale: no → yes', act([{ fields: several }])],
  ['Anna changed Note of the place Hill from none to Wet', act([ofPlace])],
  ['Anna added the animal A-7', act([added])],
  [`Anna deleted the animal A-9 | ${cleoSaid}`, act([{ change: 'deleted', fields: cleo }], deleted)],
  ['Anna recorded Weighing: 42 lbs', ofEvents(event('created', weighing.id))],
  [`Anna voided ${before}`, act([voids], { events: [weighing] })],
  [`Anna corrected Weighing: 43 lbs + Anna replaced ${before}`, ofEvents(event('created', corrected.id), voids)],
  ['Anna deleted Weighing: 42 lbs', ofEvents(event('deleted', weighing.id))],
  ['Anna imported a file | 1,200 animals | 3 entries', act([added], { call: 'applyImport', counts: { animal: 1200, event: 3 } })],
  ['Anna added the animal A-7 + Anna added the animal A-7 + 30 animals', act([added, added], { counts: { animal: 30 } })],
])('the history tells who did what, with what was before: %s', (read, told) => {
  const { who, lines, more = [] } = describeHistory(told, known);
  const texts = lines.map(({ text, facts }) => [`${who} ${text}`, ...facts].join(' | '));
  expect(texts.concat(more).join(' + ')).toBe(read);
});

test('keys, the product and people who are gone are told apart', () => {
  const who = (by: HistoryAct['by']) => describeHistory(act([added], { by }), known).who;
  expect(who({ kind: 'key', id: 'k', name: 'Scale' })).toBe('The key Scale');
  expect(who({ kind: 'job', id: 'a job', name: 'a job' })).toBe('Bellwether');
  expect(who({ kind: 'person', id: 'u', name: null })).toBe('A person whose account was deleted');
  expect(who(null)).toBe('Somebody');
});
