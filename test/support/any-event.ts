import fc from 'fast-check';
import { NewEvent, type RecordedEvent } from '#contract/events.ts';
import { addDays } from '#domain/values/dates.ts';
import { idOf } from './build-animal.ts';
import { eventKindNames, type EventKind, type JournalEvent } from '#domain/records/events.ts';

/** Few values, so that events often share a day, a time, a moment or a product. */
const anyDay = fc.nat(45).map((days) => addDays('2026-02-01', days));
const anyTime = fc.constantFrom(null, '06:30', '18:00');
const anyMoment = fc.constantFrom('2026-03-20T10:00:00.000Z', '2026-03-20T10:00:00.001Z', '2026-04-01T00:00:00.000Z');
const anyReference = fc.constantFrom(1, 2, 3).map(idOf);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value);

const anyMedicine = { productName: fc.constantFrom('Cydectin', ' cydectin', 'Valbazen'), productId: maybe(anyReference) };
const anyPrice = maybe(fc.nat(100_000).map((cents) => cents / 100));
const products = fc.subarray(['meat', 'milk', 'fibre'] as const);

const anyYoung = fc.record({ sex: fc.constantFrom('male', 'female'), state: fc.constantFrom('alive', 'stillborn', 'died') });
const anyBreedingValue = fc.record({
  trait: fc.constantFrom('WWT', 'PWEC'),
  value: fc.integer({ min: -90, max: 90 }).map((tenths) => tenths / 10),
  accuracy: maybe(fc.integer({ min: 0, max: 100 })),
});

const anyEnds = fc.tuple(products, fc.nat(40), fc.boolean());

const none = fc.constant({});
const withoutDetails = { hooves: none, weaning: none, dryOff: none, heat: none, castration: none, return: none };

type Details = { readonly [K in EventKind]: fc.Arbitrary<object> };

/** `day` is the day of the event. */
const detailsOn = (day: string): Details => ({
  checkup: fc.record({
    healthStatus: fc.constantFrom('1', '2', '3', '4', '5'),
    weightGrams: maybe(fc.integer({ min: 1, max: 680_000 })),
    cdnt: fc.boolean(),
    dewormed: fc.boolean(),
    meatWithdrawalDays: maybe(fc.nat(40)),
    milkWithdrawalDays: maybe(fc.nat(40)),
    nextDueDate: maybe(anyDay),
  }),
  weighing: fc.record({ weightGrams: fc.integer({ min: 1, max: 100_000 }), method: maybe(fc.constantFrom('scale', 'tape')) }),
  treatment: fc
    .record({ ...anyMedicine, courseOpen: fc.boolean(), ends: anyEnds })
    .map(({ ends, courseOpen, ...rest }) => ({ ...rest, courseOpen, withdrawals: withdrawals(day, ends, courseOpen) })),
  vaccination: fc
    .record({
      ...anyMedicine,
      nextDueDay: maybe(fc.integer({ min: 1, max: 90 }).map((days) => addDays(day, days))),
      ends: anyEnds,
    })
    .map(({ ends, ...rest }) => ({ ...rest, withdrawals: withdrawals(day, ends, false) })),
  scores: fc.record({
    famacha: fc.integer({ min: 1, max: 5 }),
    bodyCondition: maybe(fc.integer({ min: 2, max: 10 }).map((halves) => halves / 2)),
    dag: maybe(fc.nat(5)),
    eggCount: maybe(fc.nat(5000)),
  }),
  ...withoutDetails,
  shearing: fc.record({ fleeceGrams: maybe(fc.integer({ min: 1, max: 9000 })) }),
  milking: fc.record({ amountMl: fc.integer({ min: 1, max: 9000 }) }),
  pregnancyCheck: fc.record({ result: fc.constantFrom('pregnant', 'unsure') }),
  abortion: fc.record({ count: maybe(fc.integer({ min: 1, max: 3 })) }),
  note: fc.record({ note: fc.constantFrom('limps', 'sold soon') }),
  move: fc.oneof(fc.record({ placeId: maybe(anyReference) }), fc.record({ groupId: anyReference, leavesGroup: fc.boolean() })),
  birth: fc.record({ young: fc.array(anyYoung, { minLength: 1, maxLength: 8 }) }),
  fostering: fc.record({ isBottleFed: fc.boolean() }),
  birthCheck: fc.record({ check: fc.constantFrom('Navel', 'Colostrum') }),
  breedingValues: fc.record({
    source: maybe(fc.constant('NSIP')),
    values: fc.array(anyBreedingValue, { minLength: 1, maxLength: 4 }),
  }),
  tagChange: fc.record({ newTag: fc.constantFrom('A-1', 'A-2') }),
  sale: fc.record({ price: anyPrice }),
  death: fc.record({ cause: fc.constantFrom('unknown', 'predator') }),
  slaughter: fc.record({ price: anyPrice }),
  loan: fc.record({ to: maybe(fc.constant('Ada')) }),
  arrival: fc.record({ from: maybe(fc.constant('Hill Farm')) }),
});

function withdrawals(day: string, [named, days, asDay]: readonly [readonly string[], number, boolean], isOpen: boolean) {
  const end = asDay ? (isOpen ? {} : { clearOn: addDays(day, days) }) : { days };
  return named.map((product) => ({ product, ...end }));
}

/** An event of one animal, valid for a female. */
export const anyEvent = (animalId: string, kinds: readonly EventKind[] = eventKindNames): fc.Arbitrary<JournalEvent> =>
  fc
    .record({ id: fc.uuid({ version: 7 }), kind: fc.constantFrom(...kinds), day: anyDay, time: anyTime, createdAt: anyMoment })
    .chain(({ createdAt, ...head }) =>
      detailsOn(head.day)[head.kind].map((detail) => {
        const { responsible: _, worklistId: _worklist, ...event } = NewEvent.parse({ ...head, animalId, ...detail });
        return { ...event, createdAt };
      }),
    );

const animalId = '018f2b6e-7c1a-7c3e-8a55-0242ac120002';
let count = 0;

/** An event of one animal with an id of its own. Fields missing in `detail` have their defaults. */
export function journalEvent(detail: { readonly kind: EventKind } & Readonly<Record<string, unknown>>): JournalEvent {
  const { createdAt = '2026-06-01T08:00:00.000Z', ...input } = detail;
  const id = `018f2b6e-7c1a-7c3e-8a55-${String((count += 1)).padStart(12, '0')}`;
  const { responsible: _, ...event } = NewEvent.parse({ id, animalId, day: '2026-05-01', ...input });
  return { ...event, createdAt: String(createdAt) };
}

/** The same event as returned by the server. */
export function recordedEvent(
  detail: Parameters<typeof journalEvent>[0],
  record: Partial<
    Pick<RecordedEvent, 'by' | 'version' | 'replacesId' | 'voidedAt' | 'voidedBy' | 'voidReason' | 'responsible' | 'worklistId'>
  > = {},
): RecordedEvent {
  return {
    responsible: null,
    worklistId: null,
    by: 'Ada',
    version: 1,
    replacesId: null,
    voidedAt: null,
    voidedBy: null,
    voidReason: null,
    ...journalEvent(detail),
    ...record,
  };
}
