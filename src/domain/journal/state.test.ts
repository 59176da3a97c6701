import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyEvent } from '#test/any-event.ts';
import { NewEvent } from '#contract/events.ts';
import type { JournalEvent } from '../records/events.ts';
import { gainOf } from './growth.ts';
import { compareEvents, orderKey } from './order.ts';
import { emptyState, fold, isAfter, statusAfter, step } from './state.ts';
import { summaryOf } from './summary.ts';

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const anyJournal = fc.uniqueArray(anyEvent(animalId), { maxLength: 25, selector: ({ id }) => id });

let count = 0;
function event(day: string, detail: object, createdAt = '2026-06-01T00:00:00.000Z'): JournalEvent {
  const id = `018f2b6e-7c1a-7c3e-8a55-${String((count += 1)).padStart(12, '0')}`;
  return { ...NewEvent.parse({ id, animalId, day, ...detail }), createdAt };
}

describe('the fold of a journal', () => {
  test('is what the steps give one after the other, byte for byte, also when the state was stored in between', () => {
    fc.assert(
      fc.property(anyJournal, (events) => {
        let stored = JSON.stringify(emptyState);
        for (const each of events.toSorted(compareEvents)) {
          const state = JSON.parse(stored) as typeof emptyState;
          expect(isAfter(state, each)).toBe(true);
          stored = JSON.stringify(step(state, each));
        }
        expect(JSON.stringify(fold(events))).toBe(stored);
      }),
    );
  });

  test('does not depend on the order in which events were entered or read', () => {
    fc.assert(
      fc.property(
        anyJournal.chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))),
        ([events, shuffled]) => {
          expect(JSON.stringify(fold(shuffled))).toBe(JSON.stringify(fold(events)));
        },
      ),
    );
  });

  test('steps over new events and folds again for earlier ones, and comes to the same', () => {
    fc.assert(
      fc.property(anyJournal, (events) => {
        let state = emptyState;
        events.forEach((each, index) => {
          state = isAfter(state, each) ? step(state, each) : fold(events.slice(0, index + 1));
        });
        expect(JSON.stringify(state)).toBe(JSON.stringify(fold(events)));
      }),
    );
  });

  test('without a voided event is as if it had never been recorded', () => {
    fc.assert(
      fc.property(anyJournal, fc.nat(), (events, at) => {
        const remaining = events.filter((_, index) => index !== at % (events.length || 1));
        expect(JSON.stringify(fold(remaining))).toBe(JSON.stringify(remaining.toSorted(compareEvents).reduce(step, emptyState)));
      }),
    );
  });

  test('is plain JSON', () => {
    fc.assert(
      fc.property(anyJournal, (events) => {
        const state = fold(events);
        expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
      }),
    );
  });
});

test('a state is the one of its last event', () => {
  const treated = event('2026-05-01', { kind: 'sale', price: 10 });
  expect(fold([treated]).lastKey).toBe(orderKey(treated));
  expect(statusAfter[fold([treated]).left?.kind ?? 'loan']).toBe('sold');
  expect(summaryOf(fold([treated]), '2026-05-02').lastWeight).toBeNull();
  expect(gainOf([])).toBeUndefined();
});
