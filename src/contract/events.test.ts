import { describe, expect, test } from 'vitest';
import { eventKindNames, eventKinds } from '#domain/records/events.ts';
import { EventQuery, eventRoutes, NewEvent } from './events.ts';

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const head = { id, animalId: id, day: '2026-05-01' };
const { body } = eventRoutes.recordEvents;

test('missing fields of an event are null, false or an empty list', () => {
  expect(NewEvent.parse({ ...head, kind: 'treatment', productName: ' Cydectin ' })).toEqual({
    ...head,
    kind: 'treatment',
    time: null,
    note: null,
    responsible: null,
    worklistId: null,
    productId: null,
    productName: 'Cydectin',
    dose: null,
    unit: null,
    batch: null,
    expiry: null,
    doses: null,
    everyDays: null,
    route: null,
    site: null,
    reason: null,
    prescriber: null,
    extraLabel: false,
    courseOpen: false,
    withdrawals: [],
  });
});

test('a price is in dollars', () => {
  expect(NewEvent.parse({ ...head, kind: 'sale', price: '19.90' })).toMatchObject({ price: 19.9 });
});

test.each<[event: object, path: string]>([
  [{ kind: 'nothing' }, 'kind'],
  [{ kind: 'weighing', weightGrams: 0 }, 'weightGrams'],
  [{ kind: 'weighing', weightGrams: 680_390 }, 'weightGrams'],
  [{ kind: 'weighing', weightGrams: 1.5 }, 'weightGrams'],
  [{ kind: 'birth', young: Array.from({ length: 9 }, () => ({ sex: 'male', state: 'alive' })) }, 'young'],
  [{ kind: 'birth', young: [] }, 'young'],
  [{ kind: 'birth', young: [{ sex: 'male', state: 'asleep' }] }, 'young.0.state'],
  [{ kind: 'scores', famacha: 6 }, 'famacha'],
  [{ kind: 'scores', famacha: 0 }, 'famacha'],
  [{ kind: 'scores', bodyCondition: 2.3 }, 'bodyCondition'],
  [{ kind: 'scores', dag: -1 }, 'dag'],
  [{ kind: 'treatment' }, 'productName'],
  [{ kind: 'treatment', productName: 'X', withdrawals: [{ product: 'eggs' }] }, 'withdrawals.0.product'],
  [{ kind: 'treatment', productName: 'X', withdrawals: [{ product: 'meat', days: 1001 }] }, 'withdrawals.0.days'],
  [{ kind: 'sale', price: -1 }, 'price'],
  [{ kind: 'milking', amountMl: 0 }, 'amountMl'],
  [{ kind: 'heat', day: '2026-02-30' }, 'day'],
  [{ kind: 'heat', time: '24:00' }, 'time'],
  [{ kind: 'heat', note: 'x'.repeat(2001) }, 'note'],
  [{ kind: 'heat', animalId: 'goat' }, 'animalId'],
  [{ kind: 'death', cause: 'boredom' }, 'cause'],
])('%j is refused with the path of its field', (event, path) => {
  const { error } = body.safeParse({
    events: [
      { ...head, kind: 'heat' },
      { ...head, ...event },
    ],
  });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([`events.1.${path}`]);
  expect(error?.issues[0]?.message).toMatch(/^[A-Z][a-z]* [a-z0-9 ]+/);
});

test('a request carries between one and 2,000 events', () => {
  const event = { ...head, kind: 'heat' };
  expect(body.safeParse({ events: [] }).success).toBe(false);
  expect(body.safeParse({ events: Array.from({ length: 2000 }, () => event) }).success).toBe(true);
  expect(body.safeParse({ events: Array.from({ length: 2001 }, () => event) }).success).toBe(false);
});

test('several kinds are given as repeated parameters or separated by commas', () => {
  expect(EventQuery.parse({ kind: 'weighing,scores' }).kind).toEqual(['weighing', 'scores']);
  expect(EventQuery.parse({ kind: ['weighing', 'scores'] }).kind).toEqual(['weighing', 'scores']);
  expect(EventQuery.safeParse({ kind: 'flying' }).success).toBe(false);
  expect(EventQuery.parse({ includeVoided: 'false' }).includeVoided).toBe(false);
});

describe.each(eventKindNames)('an event of the kind %s', (kind) => {
  test('has no field name of the common fields', () => {
    const shared = ['id', 'kind', 'animalId', 'day', 'time', 'note', 'responsible', 'by', 'createdAt', 'version', 'replacesId'];
    expect(Object.keys(eventKinds[kind].fields).filter((name) => shared.includes(name))).toEqual([]);
  });
});
