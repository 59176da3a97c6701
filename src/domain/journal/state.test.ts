import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, journalEvent } from '#test/any-event.ts';
import type { JournalEvent } from '../records/events.ts';
import { compareEvents } from '../records/order.ts';
import { statusAfter } from './departures.ts';
import { emptyState, fold, isAfter, step } from './state.ts';
import { summaryOf } from './summary.ts';

const anyJournal = fc.uniqueArray(anyEvent('018f2b6e-7c1a-7c3e-8a55-0242ac120002'), { maxLength: 25, selector: ({ id }) => id });

test('a journal has one state, byte for byte: folded in any order, by steps with the state stored in between, or as entered', () => {
  const inAnyOrder = (events: JournalEvent[]) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }));
  fc.assert(
    fc.property(anyJournal.chain(inAnyOrder), ([events, shuffled]) => {
      const folded = JSON.stringify(fold(events));
      expect(JSON.stringify(fold(shuffled))).toBe(folded);
      let stored = JSON.stringify(emptyState);
      for (const each of events.toSorted(compareEvents)) {
        const state = JSON.parse(stored) as typeof emptyState;
        expect(isAfter(state, each)).toBe(true);
        stored = JSON.stringify(step(state, each));
      }
      expect(stored).toBe(folded);
      let entered = emptyState;
      for (const [index, each] of shuffled.entries())
        entered = isAfter(entered, each) ? step(entered, each) : fold(shuffled.slice(0, index + 1));
      expect(JSON.stringify(entered)).toBe(folded);
    }),
  );
});

const due = (...events: Parameters<typeof fold>[0]) => fold(events).due.map(({ label, day }) => `${label} ${day}`);
const checkup = (detail: object) => journalEvent({ kind: 'checkup', healthStatus: '3', ...detail });

test('the state of an animal has the health of the newest checkup by day and creation, whatever the time of day', () => {
  const earlyEntry = checkup({ healthStatus: '5', time: '18:00', createdAt: '2026-05-01T19:00:00.000Z' });
  const lateEntry = checkup({ healthStatus: '1', time: '06:00', createdAt: '2026-05-01T20:00:00.000Z' });
  const before = checkup({ healthStatus: '2', day: '2026-04-30', createdAt: '2026-05-03T20:00:00.000Z' });
  expect(fold([earlyEntry, lateEntry, before]).checkup).toMatchObject({ id: lateEntry.id, healthStatus: '1' });
});

test('an animal is vaccinated by a vaccination and by CD&T at a checkup', () => {
  const vaccination = journalEvent({ kind: 'vaccination', productName: 'CD&T', day: '2026-05-02' });
  const cdnt = checkup({ cdnt: true });
  expect(fold([checkup({})]).vaccinatedBy).toBeNull();
  expect(fold([cdnt]).vaccinatedBy).toBe(cdnt.id);
  expect(fold([vaccination, cdnt]).vaccinatedBy).toBe(vaccination.id);
});

test('an animal has weights from checkups and from weighings', () => {
  const weighing = journalEvent({ kind: 'weighing', weightGrams: 12_000, day: '2026-05-21' });
  const last = { lastWeightDay: '2026-05-21', lastWeightGrams: 12_000, gainGramsPerDay: 146, gainDays: 20 };
  expect(summaryOf(fold([checkup({ weightGrams: 9072 }), weighing]), '2026-06-01')).toMatchObject(last);
  expect(summaryOf(emptyState, '2026-06-01')).toMatchObject({ lastWeightGrams: null, gainGramsPerDay: null, gainDays: null });
});

test('an animal keeps the last value of each score', () => {
  const scores = (day: string, values: object) => journalEvent({ kind: 'scores', day, ...values });
  expect(fold([scores('2026-05-02', { famacha: 2 }), scores('2026-05-01', { famacha: 4, dag: 1 })]).scores).toEqual({
    famacha: { value: 2, day: '2026-05-02' },
    dag: { value: 1, day: '2026-05-01' },
  });
});

test('the state of an animal includes the days of its weaning, its castration and its last birth', () => {
  const weighing = (occasion: 'birth' | 'weaning') => journalEvent({ kind: 'weighing', weightGrams: 9000, occasion });
  expect(fold([weighing('birth')]).weanedOn).toBeNull();
  expect(fold([weighing('weaning')]).weanedOn).toBe('2026-05-01');
  const young = [{ sex: 'male', state: 'alive' }];
  const births = ['2026-05-20', '2025-04-01'].map((day) => journalEvent({ kind: 'birth', day, young }));
  const others = (['castration', 'weaning'] as const).map((kind) => journalEvent({ kind, day: '2026-05-02' }));
  const days = { castratedOn: '2026-05-02', lastBirth: '2026-05-20', weanedOn: '2026-05-02' };
  expect(fold([...births, ...others])).toMatchObject(days);
});

test('the state of an animal has the due dates of the last vaccination with each product and of the last checkup', () => {
  const first = journalEvent({ kind: 'vaccination', productName: 'CD&T', nextDueDay: '2026-06-01' });
  const other = journalEvent({ kind: 'vaccination', productName: 'Rabies', nextDueDay: '2027-05-01' });
  const booster = journalEvent({ kind: 'vaccination', productName: 'cd&t ', day: '2026-05-29', nextDueDay: '2027-05-29' });
  const look = checkup({ nextDueDate: '2026-05-20' });
  expect(due(first, other, look)).toEqual(['Checkup 2026-05-20', 'CD&T 2026-06-01', 'Rabies 2027-05-01']);
  expect(due(first, other, look, booster, checkup({ day: '2026-05-20' }))).toEqual(['Rabies 2027-05-01', 'cd&t 2027-05-29']);
});

test('an animal is due for the next dose of a course, with its number, until the last dose or the end of the course', () => {
  const dose = (day: string, detail: object = {}) =>
    journalEvent({ kind: 'treatment', productName: 'Penicillin', day, courseOpen: true, doses: 3, everyDays: 1, ...detail });
  const [first, second] = [dose('2026-05-01'), dose('2026-05-02')];
  expect(due(first)).toEqual(['Penicillin, dose 2 of 3 2026-05-02']);
  expect(due(first, second)).toEqual(['Penicillin, dose 3 of 3 2026-05-03']);
  expect(due(first, second, dose('2026-05-03'))).toEqual([]);
  expect(due(first, dose('2026-05-02', { courseOpen: false }))).toEqual([]);
  expect(due(dose('2026-05-01', { doses: null }))).toEqual(['Penicillin, dose 2 2026-05-02']);
  expect(due(dose('2026-05-01', { doses: null, everyDays: null }))).toEqual([]);
  expect(due(dose('2026-04-01', { courseOpen: false }), first)).toEqual(['Penicillin, dose 2 of 3 2026-05-02']);
});

test.each(['constructor', 'toString', '__proto__', '1'])('a course counts the doses of a medicine called %s', (productName) => {
  const dose = (day: string) => journalEvent({ kind: 'treatment', day, productName, courseOpen: true, everyDays: 1 });
  const state = fold([dose('2026-05-01'), dose('2026-05-02')]);
  expect(state.due.map(({ label }) => label)).toEqual([`${productName}, dose 3`]);
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

test('an animal is due for at most fifty things, however many medicines an animal gets', () => {
  const given = (index: number) =>
    journalEvent({ kind: 'vaccination', productName: `Vaccine ${index}`, nextDueDay: '2026-06-01' });
  expect(fold(Array.from({ length: 200 }, (_, index) => given(index))).due.length).toBeLessThanOrEqual(50);
});

test('an animal is at one place and in several groups, until it leaves them', () => {
  const [a, b] = ['018f2b6e-7c1a-7c3e-8a55-00000000000a', '018f2b6e-7c1a-7c3e-8a55-00000000000b'];
  const move = (day: string, detail: object) => journalEvent({ kind: 'move', day, ...detail });
  const inBoth = [move('2026-05-01', { groupId: b }), move('2026-05-02', { groupId: a }), move('2026-05-03', { placeId: a })];
  expect(fold(inBoth)).toMatchObject({ placeId: a, groupIds: [a, b] });
  expect(fold([...inBoth, move('2026-05-04', { placeId: b })])).toMatchObject({ placeId: b, groupIds: [a, b] });
  expect(fold([...inBoth, move('2026-05-04', {})])).toMatchObject({ placeId: null, groupIds: [a, b] });
  expect(fold([...inBoth, move('2026-05-04', { groupId: b, leavesGroup: true })])).toMatchObject({ groupIds: [a] });
});

test.each([
  ['sale', 'sold'],
  ['slaughter', 'died'],
  ['death', 'died'],
  ['loan', 'active'],
] as const)('an animal after a %s is %s, without place and groups, until it returns', (kind, status) => {
  const placeId = '018f2b6e-7c1a-7c3e-8a55-00000000000a';
  const stays = [journalEvent({ kind: 'move', placeId }), journalEvent({ kind: 'move', groupId: placeId })];
  const left = journalEvent({ kind, day: '2026-05-10' });
  const state = fold([...stays, left]);
  expect(state).toMatchObject({ placeId: null, groupIds: [], left: { kind, day: '2026-05-10', eventId: left.id } });
  expect(statusAfter[kind]).toBe(status);
  expect(fold([left, journalEvent({ kind: 'return', day: '2026-05-11' })]).left).toBeNull();
  expect(fold([left, journalEvent({ kind: 'return', day: '2026-05-09' })]).left).not.toBeNull();
});

test('the state of an animal includes who rears it, until it is with its own dam again', () => {
  const rearedById = '018f2b6e-7c1a-7c3e-8a55-0242ac120009';
  const fostered = journalEvent({ kind: 'fostering', rearedById });
  const byBottle = journalEvent({ kind: 'fostering', day: '2026-05-02', isBottleFed: true });
  expect(fold([fostered]).rearing).toEqual({ rearedById, isBottleFed: false });
  expect(fold([byBottle, fostered]).rearing).toEqual({ rearedById: null, isBottleFed: true });
  expect(fold([fostered, byBottle, journalEvent({ kind: 'fostering', day: '2026-05-03' })]).rearing).toBeNull();
});
