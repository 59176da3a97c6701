import { expect, test } from 'vitest';
import { recordedEvent } from '#test/any-event.ts';
import { buildAnimal } from '#test/build-animal.ts';
import { summarize } from './herd-summary.ts';
import { trendsOf } from './use-trends.ts';

const today = '2026-11-21';
const trendsFor = (createdAt: string) => {
  const animals = ['a', 'b'].map((id) => buildAnimal({ id, birthDate: '2024-01-01', createdAt }));
  return trendsOf(animals, [], summarize(animals, today), today);
};

test('animals that were entered since last month, without the day on which they came, leave the change unknown', () => {
  const lateId = '018f2b6e-7c1a-7c3e-8a55-0242ac120009';
  const at = (day: string) => ({ birthDate: '2024-01-01', createdAt: `${day}T08:00:00.000Z` });
  const [ewe, late] = [buildAnimal({ ...at('2026-01-01') }), buildAnimal({ id: lateId, ...at('2026-11-10') })];
  const withLate = (given: object, events: readonly object[] = []) => {
    const animals = [ewe, { ...late, ...given }];
    return trendsOf(animals, events as never, summarize(animals, today), today).total;
  };
  expect(withLate({})).toBeNull();
  expect(withLate({}, [recordedEvent({ kind: 'arrival', animalId: lateId, day: '2026-11-08' })])).toBe(100);
  expect(withLate({ motherId: ewe.id })).toBe(0);
  expect(withLate({ birthDate: '2026-11-09' })).toBe(100);
  expect(withLate({ status: 'died' })).toBe(0);
});

test('a farm that began since last month claims no change from it, and an older one says what has changed', () => {
  expect(trendsFor('2026-11-21T08:00:00.000Z')).toEqual({ total: null, healthy: null, males: null });
  expect(trendsFor('2026-10-01T08:00:00.000Z')).toMatchObject({ total: 0, healthy: 0 });
});

test('animals that were sold, died or were slaughtered since are those of last month', () => {
  const animal = (index: number, status: 'active' | 'sold' | 'died') =>
    buildAnimal({
      id: `018f2b6e-7c1a-7c3e-8a55-0242ac12000${index}`,
      birthDate: '2024-01-01',
      createdAt: '2026-01-01T08:00:00.000Z',
      status,
    });
  const kinds = ['sale', 'death', 'slaughter'] as const;
  const animals = kinds.map((kind, index) => animal(index, kind === 'sale' ? 'sold' : 'died'));
  const events = kinds.map((kind, index) => recordedEvent({ kind, animalId: animals[index]?.id, day: '2026-11-10' }));
  const all = [...animals, animal(9, 'active')];
  expect(trendsOf(all, events as never, summarize(all, today), today)).toMatchObject({ total: -75 });
});
