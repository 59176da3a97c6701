import { expect, test } from 'vitest';
import { NewEvent } from '#contract/events.ts';
import { validateEvent } from '#domain/journal/validate-event.ts';
import { workInfo, workNames } from '#domain/records/works.ts';
import { progressOf } from '#domain/work/worklists.ts';
import { progressText } from './progress-text.ts';
import { enteredText, type Entered, workEvent } from './work-events.ts';

const today = '2026-11-23';
const animal = { id: '018f2b6e-7c1a-7c3e-8a55-000000000001', species: 'sheep' } as const;
const id = '018f2b6e-7c1a-7c3e-8a55-000000000002';
const productId = '018f2b6e-7c1a-7c3e-8a55-000000000003';

const ewe = { sex: 'female', birthDate: '2022-03-01', birthYear: null, isReference: false } as const;

const entered: Readonly<Partial<Record<string, Entered>>> = {
  weight: { weightGrams: 41_000 },
  famacha: { famacha: 2 },
  bodyCondition: { bodyCondition: 2.5 },
  eggCount: { eggCount: 350 },
  group: { groupId: productId },
  pregnancy: { result: 'pregnant', count: 2 },
  presence: {},
};

test('what is weighed at weaning is the weaning weight', () => {
  const weight = { weightGrams: 41_000 };
  const event = workEvent({ id, work: 'weighAtWeaning', shared: {}, animal, today, products: [], entered: weight });
  expect(event).toMatchObject({ kind: 'weighing', ...weight, occasion: 'weaning' });
});

test.each(workNames)('what is recorded of %s is an event that the farm takes', (work) => {
  const { asks, event: kind } = workInfo(work);
  const pooled = { eggCount: 350, isPooled: true };
  const shared = asks !== null ? {} : work === 'pooledEggs' ? pooled : { productName: 'CD&T', placeId: productId };
  const event = workEvent({
    id,
    work,
    shared,
    animal,
    today,
    products: [],
    worklistId: productId,
    ...(asks && { entered: entered[asks] ?? {} }),
  });
  const recorded = NewEvent.parse(event);
  expect(recorded).toMatchObject({ kind, animalId: animal.id, day: today, worklistId: productId });
  expect(validateEvent(recorded, { ...animal, ...ewe }, today, 'mdy')).toEqual([]);
});

const product = {
  id: productId,
  name: 'Drench',
  kind: 'dewormer',
  unit: 'ml',
  withdrawals: [
    { species: 'goat', product: 'meat', days: 9, source: 'Vet' },
    { species: null, product: 'meat', days: 21, source: 'Label' },
  ],
  note: null,
  archivedAt: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

const treated = (species: 'goat' | 'sheep', days: number) => {
  const shared = { productId, productName: 'Drench', withdrawals: [{ product: 'meat' as const, days, clearOn: null }] };
  return workEvent({ id, work: 'treat', shared, animal: { id, species }, today, products: [structuredClone(product) as never] });
};

test('in a mixed flock each animal has the withdrawal of its species, and days that a person has typed hold for all', () => {
  expect(treated('goat', 21)).toMatchObject({ withdrawals: [{ days: 9 }] });
  expect(treated('sheep', 9)).toMatchObject({ withdrawals: [{ days: 21 }] });
  expect(treated('goat', 35)).toMatchObject({ withdrawals: [{ days: 35 }] });
});

test('what was entered is said with the gain since the last weight', () => {
  const weighing = workEvent({ id, work: 'weigh', shared: {}, animal, today, products: [], entered: { weightGrams: 41_000 } });
  const text = (before?: { grams: number; day: string }) => enteredText(weighing, before, String);
  expect(text()).toBe('90.39 lbs');
  expect(text({ grams: 37_371, day: '2026-11-13' })).toBe('90.39 lbs, +0.8 lbs/day');
  expect(text({ grams: 42_000, day: '2026-11-22' })).toBe('90.39 lbs, \u22122.2 lbs/day');
});

test('who was expected and is not entered is still to go, and missing when the work is finished', () => {
  const entry = (animalId: string) => ({ id: animalId, animalId, createdAt: '' });
  const text = (expected: string[], done: string[], isFinished: boolean) =>
    progressText(
      progressOf({ animalIds: expected }, done.map(entry), () => true),
      isFinished,
    );
  expect(text(['a', 'b', 'c', 'd'], ['a', 'x'], false)).toBe('1 of 4, 3 to go, 1 unexpected');
  expect(text(['a', 'b', 'c', 'd'], ['a', 'x'], true)).toBe('1 of 4, 3 missing, 1 unexpected');
  expect(text(['a'], ['a'], true)).toBe('1 of 1');
  expect(text([], ['a', 'x'], false)).toBe('2 done');
  const many = Array.from({ length: 1360 }, (_, index) => `animal ${index}`);
  expect(text(many, ['animal 0'], false)).toBe('1 of 1,360, 1,359 to go');
});
