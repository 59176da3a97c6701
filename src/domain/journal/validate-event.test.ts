import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, journalEvent } from '#test/any-event.ts';
import { validateEvent, type EventAnimal } from './validate-event.ts';

const today = '2026-06-01';
const doe: EventAnimal = { sex: 'female', species: 'goat', birthDate: '2024-03-01', birthYear: null, isReference: false };
const ram: EventAnimal = { ...doe, sex: 'male', species: 'sheep' };
const otherId = '018f2b6e-7c1a-7c3e-8a55-0242ac120003';

type Detail = Parameters<typeof journalEvent>[0];
const fieldsOf = (detail: Detail, animal = doe) =>
  validateEvent(journalEvent(detail), animal, today, 'mdy').map(({ field }) => field);
const vaccine = { kind: 'vaccination', productName: 'CD&T' } as const;
const drench = { kind: 'treatment', productName: 'Drench' } as const;
const kid = { sex: 'female', state: 'alive' };

test('events that contradict nothing have no violations', () => {
  const kinds = ['checkup', 'weighing', 'treatment', 'scores', 'milking', 'note', 'death', 'sale', 'heat'] as const;
  fc.assert(
    fc.property(anyEvent(otherId, kinds), (event) => {
      expect(validateEvent(event, doe, today, 'mdy')).toEqual([]);
    }),
  );
});

test.each([
  ['2026-06-02', doe, ['day']],
  ['2026-06-01', doe, []],
  ['2024-02-29', doe, ['day']],
  ['2024-03-01', doe, []],
  ['2023-12-31', { ...doe, birthDate: null, birthYear: 2024 }, ['day']],
  ['2024-01-01', { ...doe, birthDate: null, birthYear: 2024 }, []],
  ['2010-01-01', { ...doe, birthDate: null }, []],
  ['1979-12-31', { ...doe, birthDate: null }, ['day']],
])('the day of an event, %s, is not in the future, not before the birth and not before 1980', (day, animal, fields) => {
  expect(fieldsOf({ kind: 'heat', day }, animal)).toEqual(fields);
});

test.each(['birth', 'heat', 'abortion', 'pregnancyCheck', 'milking', 'dryOff'] as const)(
  'the animal of an event is female for: %s',
  (kind) => {
    const detail = { kind, young: [kid], result: 'unsure', amountMl: 900 };
    expect(fieldsOf(detail, ram)).toEqual(['animalId']);
    expect(fieldsOf(detail, doe)).toEqual([]);
  },
);

test('the animal of an event is male for a castration, which happens once', () => {
  expect(fieldsOf({ kind: 'castration' }, doe)).toEqual(['animalId']);
  expect(fieldsOf({ kind: 'castration' }, ram)).toEqual([]);
  expect(fieldsOf({ kind: 'castration' }, { ...ram, castratedOn: null })).toEqual([]);
  const again = validateEvent(journalEvent({ kind: 'castration' }), { ...ram, castratedOn: '2025-01-01' }, today, 'dmy');
  expect(again).toEqual([{ field: 'day', message: 'It was castrated on 1 January 2025 already. Change that entry instead.' }]);
});

test('the animal of an event is one of the farm, not an outside parent, except for breeding values', () => {
  expect(fieldsOf({ kind: 'hooves' }, { ...doe, isReference: true })).toEqual(['animalId']);
  const values = { kind: 'breedingValues', source: null, values: [{ trait: 'WWT', value: 1 }] } as const;
  expect(fieldsOf(values, { ...doe, isReference: true })).toEqual([]);
});

test.each<[withdrawals: object[], courseOpen: boolean, fields: string[]]>([
  [[{ product: 'meat', days: 0 }], false, []],
  [[{ product: 'meat', clearOn: '2026-05-01' }], false, []],
  [[{ product: 'meat', clearOn: '2026-04-30' }], false, ['withdrawals.0.clearOn']],
  [[{ product: 'meat', clearOn: '2030-01-01' }], false, ['withdrawals.0.clearOn']],
  [[{ product: 'meat' }], false, ['withdrawals.0.days']],
  [[{ product: 'meat', days: 3, clearOn: '2026-05-04' }], false, ['withdrawals.0.clearOn']],
  [[{ product: 'meat' }, { product: 'milk' }], true, []],
  [[{ product: 'meat' }, { product: 'milk', days: 3 }], true, []],
  [[{ product: 'meat', clearOn: '2026-05-04' }], true, ['withdrawals.0.clearOn']],
  [[3, 5].map((days) => ({ product: 'meat', days })), false, ['withdrawals.1.product']],
])('a withdrawal of %j, with more doses to come: %s, is refused in %j', (withdrawals, courseOpen, fields) => {
  expect(fieldsOf({ ...drench, withdrawals, courseOpen })).toEqual(fields);
});

test('a withdrawal of a course with a number of doses needs its days and the day of the next dose', () => {
  const course = { ...drench, courseOpen: true, doses: 3, withdrawals: [{ product: 'meat' }] };
  expect(fieldsOf(course)).toEqual(['everyDays', 'withdrawals.0.days']);
  expect(fieldsOf({ ...course, everyDays: 1, withdrawals: [{ product: 'meat', days: 3 }] })).toEqual([]);
});

test.each<[detail: Detail, fields: string[]]>([
  [{ ...vaccine, withdrawals: [{ product: 'meat' }] }, ['withdrawals.0.days']],
  [{ ...vaccine, nextDueDay: '2026-05-01' }, ['nextDueDay']],
  [{ ...vaccine, nextDueDay: '2026-05-02' }, []],
  [{ kind: 'scores' }, ['famacha']],
  [{ kind: 'scores', eggCount: 0, isPooled: true }, []],
  [{ kind: 'scores', dag: 0, isPooled: true }, ['isPooled']],
  [{ kind: 'note' }, ['note']],
  [{ kind: 'note', photo: '/uploads/x.webp' }, []],
  [{ kind: 'move', placeId: otherId, groupId: otherId }, ['groupId']],
  [{ kind: 'move', leavesGroup: true }, ['groupId']],
  [{ kind: 'move', groupId: otherId, leavesGroup: true }, []],
  [{ kind: 'pregnancyCheck', result: 'open', count: 2 }, ['count']],
  [{ kind: 'fostering', rearedById: otherId }, []],
  [{ kind: 'fostering', rearedById: otherId, isBottleFed: true }, ['isBottleFed']],
  [{ kind: 'fostering', animalId: otherId, rearedById: otherId }, ['rearedById']],
  [{ kind: 'tagChange', oldTag: 'A-1', newTag: 'A-1' }, ['newTag']],
  [{ kind: 'loan', until: '2026-04-30' }, ['until']],
  [{ kind: 'loan', until: '2026-05-01' }, []],
  [{ kind: 'birth', young: [kid, { ...kid, id: otherId }, { ...kid, id: otherId }] }, ['young.1.id', 'young.2.id']],
  [{ kind: 'birth', young: [{ sex: 'male', state: 'stillborn', tagNumber: 'A-1' }] }, ['young.0.tagNumber']],
  [{ kind: 'birth', young: [{ sex: 'male', state: 'stillborn', id: otherId }] }, ['young.0.id']],
])('%j is refused in %j', (detail, fields) => {
  expect(fieldsOf(detail)).toEqual(fields);
});

test('a young is not fostered to its own dam', () => {
  const fostered = (motherId: string | null) => fieldsOf({ kind: 'fostering', rearedById: otherId }, { ...doe, motherId });
  expect([fostered(otherId), fostered(null)]).toEqual([['rearedById'], []]);
});

test('a dam is neither the sire nor one of her young', () => {
  const { animalId } = journalEvent({ kind: 'heat' });
  expect(fieldsOf({ kind: 'birth', sireId: animalId, young: [{ ...kid, id: animalId }] })).toEqual(['sireId', 'young.0.id']);
});
