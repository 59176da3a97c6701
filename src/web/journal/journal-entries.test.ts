import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { eventKindNames } from '#domain/records/events.ts';
import { daysOf, entriesOf, journalFilters, matchesFilter } from './journal-entries.ts';

const voided = { voidedAt: '2026-05-02T08:00:00.000Z', voidedBy: 'Ada' };

test('an event that was changed stands once, with its earlier versions behind it', () => {
  const first = recordedEvent({ kind: 'weighing', weightGrams: 1000 }, voided);
  const second = recordedEvent({ kind: 'weighing', weightGrams: 2000 }, { ...voided, replacesId: first.id });
  const third = recordedEvent({ kind: 'weighing', weightGrams: 3000 }, { replacesId: second.id });
  const undone = recordedEvent({ kind: 'heat' }, voided);
  const entries = entriesOf([third, undone, second, first]);
  expect(entries.map(({ event, earlier }) => [event, ...earlier])).toEqual([[third, second, first], [undone]]);
});

test('days are newest first, and so are the entries of a day', () => {
  const at = (day: string, time: string | null) => recordedEvent({ kind: 'heat', day, time });
  const events = [at('2026-05-01', null), at('2026-05-03', '07:00'), at('2026-05-03', '18:00'), at('2026-05-03', null)];
  const told = daysOf(entriesOf(events)).map(({ day, entries }) => [day, ...entries.map(({ event }) => event.time)].join(' '));
  expect(told).toEqual(['2026-05-03 18:00 07:00 ', '2026-05-01 ']);
});

test('every kind is found by a filter besides the one for all', () => {
  const filtered = new Set<string>(Object.values(journalFilters).flatMap(({ kinds }) => kinds));
  expect(eventKindNames.filter((kind) => !filtered.has(kind))).toEqual([]);
  const entry = { event: recordedEvent({ kind: 'heat' }), earlier: [] };
  expect((['all', 'breeding', 'notes'] as const).map((filter) => matchesFilter(entry, filter))).toEqual([true, true, false]);
});
