import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import { bornHere, leftWithoutDay, movementsIn } from './movement-register.ts';

const animal = (id: string, more: object = {}) => ({ id, birthDate: null, motherId: null, isReference: false, ...more });
const year = { from: '2026-01-01', to: '2026-12-31' };
const event = (animalId: string, fields: Parameters<typeof journalEvent>[0]) => ({ ...journalEvent(fields), animalId }) as never;

test('the register of movements lists arrivals, births and departures of a period in order, with the other party', () => {
  const animals = [
    animal('dam'),
    animal('lamb', { birthDate: '2026-03-01', motherId: 'dam' }),
    animal('bought', { birthDate: '2026-02-01', motherId: 'reference' }),
    animal('reference', { isReference: true, birthDate: '2026-01-05' }),
  ];
  const events = [
    event('bought', { kind: 'arrival', day: '2026-04-01', from: 'Hill Farm' }),
    event('dam', { kind: 'loan', day: '2026-04-02', to: 'Ada' }),
    event('dam', { kind: 'return', day: '2026-04-03' }),
    event('lamb', { kind: 'sale', day: '2026-05-01', buyer: 'Bob' }),
    event('dam', { kind: 'death', day: '2027-01-01' }),
  ];
  expect(movementsIn(animals, events, year)).toEqual([
    { day: '2026-03-01', animalId: 'lamb', what: 'born', how: 'Born', party: null },
    { day: '2026-04-01', animalId: 'bought', what: 'arrived', how: 'Arrived', party: 'Hill Farm' },
    { day: '2026-04-02', animalId: 'dam', what: 'left', how: 'Lent', party: 'Ada' },
    { day: '2026-04-03', animalId: 'dam', what: 'arrived', how: 'Returned', party: null },
    { day: '2026-05-01', animalId: 'lamb', what: 'left', how: 'Sold', party: 'Bob' },
  ]);
});

test('an animal that is only marked as sold or dead left on a day that is not recorded', () => {
  const animals = (['active', 'sold', 'died'] as const).map((status) => ({ ...animal(status), status }));
  const all = [...animals, { ...animal('outside', { isReference: true }), status: 'sold' as const }];
  expect(leftWithoutDay(all, []).map(({ id }) => id)).toEqual(['sold', 'died']);
  expect(leftWithoutDay(all, [event('sold', { kind: 'sale', day: '2025-03-20' })]).map(({ id }) => id)).toEqual(['died']);
  const back = [event('died', { kind: 'return', day: '2021-03-20' }), event('died', { kind: 'sale', day: '2020-03-20' })];
  expect(leftWithoutDay(all, back).map(({ id }) => id)).toEqual(['sold', 'died']);
  expect(movementsIn(all, [], year)).toEqual([]);
});

test('an animal with only a year of birth was born here and is not a movement, because it has no day', () => {
  const animals = [animal('dam'), animal('lamb', { motherId: 'dam' }), animal('bought', { motherId: 'dam' }), animal('orphan')];
  expect(bornHere(animals, [event('bought', { kind: 'arrival', day: '2026-03-20' })]).map(({ id }) => id)).toEqual(['lamb']);
  expect(movementsIn(animals, [], year)).toEqual([]);
});

test('an animal that arrived with its dam was not born here', () => {
  const animals = [animal('dam'), animal('lamb', { birthDate: '2026-03-01', motherId: 'dam' })];
  const events = [event('lamb', { kind: 'arrival', day: '2026-03-20' })];
  expect(movementsIn(animals, events, year).map(({ what }) => what)).toEqual(['arrived']);
});
