import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, journalEvent } from '#test/any-event.ts';
import { compareEvents, orderKey } from './order.ts';

const note = (detail: object) => journalEvent({ kind: 'note', note: 'x', ...detail });

test('events are in the order of their days, then of their times with none first, then of their entry', () => {
  const events = [
    note({ day: '2026-04-30', time: '23:00' }),
    note({ day: '2026-05-01' }),
    note({ day: '2026-05-01', createdAt: '2026-06-01T08:00:00.001Z' }),
    note({ day: '2026-05-01', time: '00:00' }),
    note({ day: '2026-05-01', time: '07:30' }),
    note({ day: '2026-05-01', time: '07:30', createdAt: '2026-06-02T08:00:00.000Z' }),
    note({ day: '2026-05-02' }),
  ];
  expect(events.toReversed().toSorted(compareEvents)).toEqual(events);
});

test('of two that were entered at the same moment, the one with the smaller id is first', () => {
  const [first, second] = [note({}), note({})];
  expect([compareEvents(first, second), compareEvents(second, first), compareEvents(first, first)]).toEqual([-1, 1, 0]);
});

test('keys are sorted alike by code units and by a language’s rules', () => {
  const anyTwo = fc.uniqueArray(anyEvent(note({}).animalId), { minLength: 2, maxLength: 2, selector: ({ id }) => id });
  fc.assert(
    fc.property(anyTwo, (events) => {
      const [a = '', b = ''] = events.map(orderKey);
      expect(a.length).toBe(b.length);
      expect(Math.sign(a.localeCompare(b, 'en'))).toBe(a < b ? -1 : 1);
    }),
  );
});
