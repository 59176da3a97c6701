import { expect, test } from 'vitest';
import { eventFields, eventKinds } from '#domain/records/events.ts';
import { unsetValues } from '#domain/records/fields.ts';
import { EventQuery, eventRoutes, NewEvent } from './events.ts';

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const head = { id, animalId: id, day: '2026-05-01' };
const { body } = eventRoutes.recordEvents;

test('missing fields of an event are null, false or an empty list, and its texts and prices are cleaned', () => {
  const treatment = NewEvent.parse({ ...head, kind: 'treatment', productName: ' Cydectin ' });
  const unset = { ...unsetValues(eventFields), ...unsetValues(eventKinds.treatment.fields) };
  expect(treatment).toEqual({ ...unset, ...head, kind: 'treatment', productName: 'Cydectin' });
  expect(treatment).toMatchObject({ time: null, dose: null, extraLabel: false, withdrawals: [] });
  expect(NewEvent.parse({ ...head, kind: 'sale', price: '19.90' })).toMatchObject({ price: 19.9 });
});

test.each<[event: object, path: string]>([
  [{ kind: 'nothing' }, 'kind'],
  [{ kind: 'weighing', weightGrams: 0 }, 'weightGrams'],
  [{ kind: 'birth', young: [] }, 'young'],
  [{ kind: 'birth', young: [{ sex: 'male', state: 'asleep' }] }, 'young.0.state'],
  [{ kind: 'scores', famacha: 6 }, 'famacha'],
  [{ kind: 'scores', bodyCondition: 2.3 }, 'bodyCondition'],
  [{ kind: 'treatment' }, 'productName'],
  [{ kind: 'treatment', productName: 'X', withdrawals: [{ product: 'meat', days: 1001 }] }, 'withdrawals.0.days'],
  [{ kind: 'heat', day: '2026-02-30' }, 'day'],
  [{ kind: 'heat', time: '24:00' }, 'time'],
  [{ kind: 'heat', note: 'x'.repeat(2001) }, 'note'],
  [{ kind: 'heat', animalId: 'goat' }, 'animalId'],
])('%j is refused with the path of its field', (event, path) => {
  const { error } = body.safeParse({ events: [{}, event].map((own) => ({ ...head, kind: 'heat', ...own })) });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([`events.1.${path}`]);
  expect(error?.issues[0]?.message).toMatch(/^[A-Z][a-z]* [a-z0-9 ]+/);
});

test('a request carries between one and 2,000 events', () => {
  const events = Array.from({ length: 2001 }, () => ({ ...head, kind: 'heat' }));
  const accepts = (count: number) => body.safeParse({ events: events.slice(0, count) }).success;
  expect([0, 1, 2000, 2001].map(accepts)).toEqual([false, true, true, false]);
});

test('several kinds are given as repeated parameters or separated by commas', () => {
  for (const kind of ['weighing,scores', ['weighing', 'scores']])
    expect(EventQuery.parse({ kind }).kind).toEqual(['weighing', 'scores']);
  expect(EventQuery.safeParse({ kind: 'flying' }).success).toBe(false);
  expect(EventQuery.parse({ includeVoided: 'false' }).includeVoided).toBe(false);
});

test('no kind of event has a field with the name of a common field', () => {
  const common = [...Object.keys(eventFields), 'id', 'kind', 'by', 'createdAt', 'version', 'replacesId'];
  const own = Object.values(eventKinds).flatMap(({ fields }) => Object.keys(fields));
  expect(own.filter((name) => common.includes(name))).toEqual([]);
});
