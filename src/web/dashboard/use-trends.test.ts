import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { summarize } from './herd-summary.ts';
import { trendsOf } from './use-trends.ts';

const today = '2026-11-21';
const animal = (n: number, enteredOn: string, rest: object = {}) =>
  buildAnimal({ id: idOf(n), birthDate: '2024-01-01', createdAt: `${enteredOn}T08:00:00.000Z`, ...rest });
const trendsFor = (animals: readonly ReturnType<typeof animal>[], events: readonly object[] = []) =>
  trendsOf(animals, events as never, summarize(animals, today), today);

test('animals that were entered since last month, without the day on which they came, leave the change unknown', () => {
  const ewe = animal(1, '2026-01-01');
  const withLate = (given: object, events: readonly object[] = []) =>
    trendsFor([ewe, animal(2, '2026-11-10', given)], events).total;
  expect(withLate({})).toBeNull();
  expect(withLate({}, [recordedEvent({ kind: 'arrival', animalId: idOf(2), day: '2026-11-08' })])).toBe(100);
  expect(withLate({ birthDate: '2026-11-09' })).toBe(100);
  expect([withLate({ motherId: ewe.id }), withLate({ status: 'died' })]).toEqual([0, 0]);
});

test('a farm that began since last month claims no change from it, and an older one says what has changed', () => {
  const begunOn = (day: string) => trendsFor([animal(1, day), animal(2, day)]);
  expect(begunOn(today)).toEqual({ total: null, healthy: null, males: null });
  expect(begunOn('2026-10-01')).toMatchObject({ total: 0, healthy: 0 });
});

test('animals that were sold, died or were slaughtered since are those of last month', () => {
  const kinds = ['sale', 'death', 'slaughter'] as const;
  const gone = kinds.map((kind, n) => animal(n, '2026-01-01', { status: kind === 'sale' ? 'sold' : 'died' }));
  const events = kinds.map((kind, n) => recordedEvent({ kind, animalId: idOf(n), day: '2026-11-10' }));
  expect(trendsFor([...gone, animal(9, '2026-01-01')], events)).toMatchObject({ total: -75 });
});
