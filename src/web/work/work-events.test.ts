import { expect, test } from 'vitest';
import { NewEvent } from '#contract/events.ts';
import { validateEvent } from '#domain/journal/validate-event.ts';
import { workInfo, workNames } from '#domain/records/works.ts';
import { buildAnimal, idOf } from '#test/build-animal.ts';
import { type Entered, workEvent } from './work-events.ts';

const today = '2026-11-23';
const ewe = buildAnimal({ id: idOf(1), species: 'sheep', birthDate: '2022-03-01' });
const productId = idOf(3);
const weight = { weightGrams: 41_000 };

const scores = { famacha: { famacha: 2 }, bodyCondition: { bodyCondition: 2.5 }, eggCount: { eggCount: 350 } };
const pregnancy = { result: 'pregnant', count: 2 } as const;
const entered: Readonly<Partial<Record<string, Entered>>> = {
  weight,
  ...scores,
  group: { groupId: productId },
  pregnancy,
  presence: {},
};

type Given = Parameters<typeof workEvent>[0];
const eventOf = (work: Given['work'], rest: Partial<Given> = {}) =>
  workEvent({ id: idOf(2), work, shared: {}, animal: ewe, today, products: [], ...rest });

test.each(workNames)('what is recorded of %s is an event that the farm takes', (work) => {
  const { asks, event: kind } = workInfo(work);
  const pooled = { eggCount: 350, isPooled: true };
  const shared = asks !== null ? {} : work === 'pooledEggs' ? pooled : { productName: 'CD&T', placeId: productId };
  const event = eventOf(work, { shared, worklistId: productId, ...(asks && { entered: entered[asks] ?? {} }) });
  const recorded = NewEvent.parse(event);
  expect(recorded).toMatchObject({ kind, animalId: ewe.id, day: today, worklistId: productId });
  expect(validateEvent(recorded, { ...ewe, isReference: false }, today, 'mdy')).toEqual([]);
});

test('what is weighed at weaning is the weaning weight', () => {
  expect(eventOf('weighAtWeaning', { entered: weight })).toMatchObject({ kind: 'weighing', ...weight, occasion: 'weaning' });
});

test.each([
  ['a goat', 'goat', 21, 9],
  ['a sheep', 'sheep', 9, 21],
  ['any, if a person has typed other days,', 'goat', 35, 35],
] as const)('in a mixed flock %s has the withdrawal of its species', (_, species, typed, days) => {
  const source = { product: 'meat', source: 'Label' } as const;
  const withdrawals = [
    { ...source, species: 'goat', days: 9 },
    { ...source, species: null, days: 21 },
  ];
  const shared = { productId, productName: 'Drench', withdrawals: [{ product: 'meat' as const, days: typed, clearOn: null }] };
  const products = [{ id: productId, name: 'Drench', kind: 'dewormer', withdrawals } as never];
  expect(eventOf('treat', { shared, animal: { id: ewe.id, species }, products })).toMatchObject({ withdrawals: [{ days }] });
});
