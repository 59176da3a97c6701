import { expect, test } from 'vitest';
import { eventFields, eventKinds } from '#domain/records/events.ts';
import { unsetValues } from '#domain/records/fields.ts';
import { EventQuery, NewEvent } from './events.ts';

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
const head = { id, animalId: id, day: '2026-05-01' };

test('missing fields of an event are null, false or an empty list, and its texts and prices are cleaned', () => {
  const treatment = NewEvent.parse({ ...head, kind: 'treatment', productName: ' Cydectin ' });
  const unset = { ...unsetValues(eventFields), ...unsetValues(eventKinds.treatment.fields) };
  expect(treatment).toEqual({ ...unset, ...head, kind: 'treatment', productName: 'Cydectin' });
  expect(treatment).toMatchObject({ time: null, dose: null, extraLabel: false, withdrawals: [] });
  expect(NewEvent.parse({ ...head, kind: 'sale', price: '19.90' })).toMatchObject({ price: 19.9 });
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
