import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import type { WithdrawalProduct } from '../records/event-names.ts';
import { fold } from './state.ts';
import { summaryOf } from './summary.ts';
import { openWithdrawals, withdrawalsOf } from './withdrawals.ts';

interface Given {
  readonly product: WithdrawalProduct;
  readonly days?: number;
  readonly clearOn?: string;
}

const treatment = (day: string, withdrawals: readonly Given[], more: object = {}) =>
  journalEvent({ kind: 'treatment', productName: 'Drench', day, withdrawals, ...more });

const ends = (...events: Parameters<typeof fold>[0]) =>
  Object.fromEntries(Object.entries(fold(events).withdrawals).map(([product, end]) => [product, end.clearOn]));

test('a withdrawal ends on the first safe day, which is that many days of the calendar after the treatment', () => {
  const milk: Given = { product: 'milk', clearOn: '2028-02-25' };
  const days = withdrawalsOf(treatment('2028-02-20', [{ product: 'meat', days: 14 }, milk]));
  expect(days.map(({ product, clearOn, notRecordedOn }) => [product, clearOn, notRecordedOn].join(' '))).toEqual([
    'meat 2028-03-05 ',
    'milk 2028-02-25 ',
  ]);
  expect(withdrawalsOf(journalEvent({ kind: 'hooves' }))).toEqual([]);
});

test.each([
  ['2026-05-29', '2026-05-28', true],
  ['2026-05-29', '2026-05-29', false],
  ['2026-05-29', '2026-05-30', false],
  [null, '2126-01-01', true],
])('what is clear on %s is in withdrawal on %s: %s', (clearOn, today, isHeld) => {
  expect(openWithdrawals([{ clearOn, notRecordedOn: null }], today)).toHaveLength(isHeld ? 1 : 0);
});

test('a medicine without days for meat is not recorded and open for as long as a withdrawal can be; 0 days are recorded', () => {
  const unknown = treatment('2026-05-01', [{ product: 'milk', days: 0 }]);
  const openOn = (day: string, ...events: Parameters<typeof fold>[0]) => summaryOf(fold(events), day).withdrawals;
  const notRecorded = [{ product: 'meat', clearOn: null, notRecordedOn: '2026-05-01' }];
  expect(openOn('2026-05-01', unknown)).toEqual(notRecorded);
  expect(openOn('2029-01-24', unknown)).toEqual(notRecorded);
  expect(openOn('2029-01-25', unknown)).toEqual([]);
  expect(openOn('2026-05-01', treatment('2026-05-01', [{ product: 'meat', days: 0 }]))).toEqual([]);
  const other = treatment('2026-05-02', [{ product: 'meat', days: 3 }], { productName: 'Other' });
  expect(openOn('2026-06-01', unknown, other)).toEqual(notRecorded);
  expect(openOn('2026-06-01', unknown, treatment('2026-05-02', [{ product: 'meat', days: 3 }]))).toEqual([]);
  expect(openOn('2026-05-01', journalEvent({ kind: 'vaccination', productName: 'V', day: '2026-05-01' }))).toEqual(notRecorded);
});

test('the latest end of all treatments counts, for each product by itself', () => {
  const long = treatment('2026-05-01', [{ product: 'meat', days: 40 }], { productName: 'A' });
  const both: Given[] = Object.entries({ milk: 3, meat: 7 } as const).map(([product, days]) => ({
    product: product as 'milk',
    days,
  }));
  const short = treatment('2026-05-20', both, { productName: 'B' });
  expect(ends(long, short)).toEqual({ meat: '2026-06-10', milk: '2026-05-23' });
  expect(ends(short)).toEqual({ meat: '2026-05-27', milk: '2026-05-23' });
});

test('while more doses follow, the end is open, and it counts from the last dose', () => {
  const first = treatment('2026-05-01', [{ product: 'meat' }], { courseOpen: true });
  const second = treatment('2026-05-02', [{ product: 'meat' }], { courseOpen: true });
  const last = treatment('2026-05-03', [{ product: 'meat', days: 10 }]);
  expect(ends(first, second)).toEqual({ meat: null });
  expect(ends(first, second, last)).toEqual({ meat: '2026-05-13' });
});

test('a course is closed only by its own medicine, and only for products with an end', () => {
  const open = treatment('2026-05-01', [{ product: 'meat' }, { product: 'milk' }], { courseOpen: true });
  const last = (productName: string) => treatment('2026-05-03', [{ product: 'meat', days: 1 }], { productName });
  expect(ends(open, last('Other'))).toEqual({ meat: null, milk: null });
  expect(ends(open, last(' DRENCH '))).toEqual({ meat: '2026-05-04', milk: null });
  expect(ends(open, treatment('2026-05-03', []))).toEqual({ meat: null, milk: null });
});

test('the end of an earlier treatment still counts when a later course has ended before it', () => {
  const long = treatment('2026-05-01', [{ product: 'meat', days: 90 }], { productName: 'Depot' });
  const open = treatment('2026-05-02', [{ product: 'meat' }], { courseOpen: true });
  const last = treatment('2026-05-03', [{ product: 'meat', days: 5 }]);
  expect(ends(long, open)).toEqual({ meat: null });
  expect(ends(long, open, last)).toEqual({ meat: '2026-07-30' });
});

test('without open courses the end is the maximum, in whatever order the treatments are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.nat(60)), { minLength: 1, maxLength: 10 }), (given) => {
      const events = given.map(([day, days], index) =>
        treatment(`2026-05-${String(day).padStart(2, '0')}`, [{ product: 'meat', days }], { productName: `P${index % 3}` }),
      );
      const all = events.flatMap((event) => withdrawalsOf(event).map(({ clearOn }) => clearOn ?? ''));
      expect(ends(...events)).toEqual({ meat: all.toSorted().at(-1) });
    }),
  );
});

const checkup = (day: string, more: object) => journalEvent({ kind: 'checkup', healthStatus: '3', day, ...more });
const open = (...events: Parameters<typeof fold>[0]) =>
  summaryOf(fold(events), '2026-06-01').withdrawals.map(
    ({ product, clearOn, notRecordedOn }) => `${product} ${clearOn ?? `not recorded ${notRecordedOn}`}`,
  );

test('medicine of a checkup is a medicine: its days for meat count, also 0, and without them the withdrawal is not recorded', () => {
  const given = (more: object) => open(checkup('2026-05-01', more));
  for (const medicine of [{ medication: 'Drench' }, { dewormed: true }, { cdnt: true }]) {
    expect(given(medicine)).toEqual(['meat not recorded 2026-05-01']);
    expect(given({ ...medicine, milkWithdrawalDays: 40 })).toEqual(['meat not recorded 2026-05-01', 'milk 2026-06-10']);
    expect(given({ ...medicine, meatWithdrawalDays: 35, milkWithdrawalDays: 0 })).toEqual(['meat 2026-06-05']);
    expect(given({ ...medicine, meatWithdrawalDays: 0 })).toEqual([]);
  }
  expect(given({ hoofsTrimmed: true, weightGrams: 9000, meatWithdrawalDays: 35 })).toEqual([]);
});

test('medicine of a checkup without days is told by a treatment, or for CD&T a vaccination, of that day with days, in any order of entry', () => {
  const day = '2026-05-01';
  const none = [{ product: 'meat', days: 0 }] as const;
  const [early, late] = ['2026-04-01', day].map((each) => checkup(each, { medication: 'Drench' }));
  if (!early || !late) throw new Error('There are two');
  const unknown = `meat not recorded ${day}`;
  expect(open(early, late, checkup('2026-05-02', {}))).toEqual([unknown]);
  expect(open(early, late, treatment(day, none))).toEqual(['meat not recorded 2026-04-01']);
  expect(open(late, treatment('2026-05-03', none), treatment(day, [], { productName: 'Other' }))).toEqual([unknown]);
  const all = [late, checkup(day, { dewormed: true }), checkup(day, { cdnt: true })];
  for (const createdAt of ['2026-06-01T07:00:00.000Z', '2026-06-01T09:00:00.000Z']) {
    const vaccinated = journalEvent({ kind: 'vaccination', productName: 'Covexin', day, withdrawals: none, createdAt });
    expect(all.map((event) => open(event, treatment(day, none, { createdAt })))).toEqual([[], [], [unknown]]);
    expect(all.map((event) => open(event, vaccinated))).toEqual([[unknown], [unknown], []]);
    const both = checkup(day, { cdnt: true, dewormed: true });
    expect([open(both, vaccinated), open(both, vaccinated, treatment(day, none, { createdAt }))]).toEqual([[unknown], []]);
    expect(open(both, checkup(day, { medication: 'Other', meatWithdrawalDays: 0, createdAt }))).toEqual([unknown]);
    const longer = checkup(day, { dewormed: true, meatWithdrawalDays: 40 });
    expect(open(longer, treatment(day, none, { createdAt }))).toEqual(['meat 2026-06-10']);
  }
});
