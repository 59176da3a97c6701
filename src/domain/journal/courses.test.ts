import { expect, test } from 'vitest';
import { journalEvent } from '#test/any-event.ts';
import type { EventOf } from '../records/events.ts';
import { lacksWithdrawalDays, lastOfCourse, nextDose, openCourses } from './courses.ts';
import { fold } from './state.ts';

const id = '018f2b6e-7c1a-7c3e-8a55-0242ac120009';

const threeDoses = {
  productName: 'Penicillin',
  courseOpen: true,
  doses: 3,
  everyDays: 1,
  withdrawals: [{ product: 'meat', days: 10 }],
};
const dose = (day: string, detail: object = {}) =>
  journalEvent({ kind: 'treatment', day, ...threeDoses, ...detail }) as EventOf<'treatment'>;

const courseOf = (...doses: EventOf<'treatment'>[]) => {
  const [course] = openCourses(doses);
  if (!course) throw new Error('There is no open course');
  return course;
};

const asEvent = (input: object) =>
  ({ note: null, time: null, createdAt: '2026-06-01T08:00:00.000Z', ...input }) as EventOf<'treatment'>;

test('a course of three doses once a day is due on the next day until the third one', () => {
  const first = dose('2026-05-01');
  expect(courseOf(first)).toMatchObject({ given: 1, doses: 3, dueDay: '2026-05-02', isNextLast: false });
  const second = asEvent(nextDose(courseOf(first), { id, day: '2026-05-02' }));
  expect(courseOf(first, second)).toMatchObject({ given: 2, dueDay: '2026-05-03', isNextLast: true });
  const third = asEvent(nextDose(courseOf(first, second), { id, day: '2026-05-03' }));
  expect(third.courseOpen).toBe(false);
  expect(openCourses([first, second, third])).toEqual([]);
});

test('a course that is ended early counts its withdrawal from the dose that was given last', () => {
  const [first, second] = [dose('2026-05-01'), dose('2026-05-02')];
  const last = asEvent(lastOfCourse(courseOf(first, second), id));
  expect(openCourses([first, last])).toEqual([]);
  expect(fold([first, last]).withdrawals.meat?.clearOn).toBe('2026-05-12');
});

test('a course is separate for each animal and medicine', () => {
  const other = '018f2b6e-7c1a-7c3e-8a55-00000000000a';
  const details = [{}, { animalId: other }, { productName: 'Meloxicam' }].map((detail) => dose('2026-05-01', detail));
  expect(openCourses([...details, dose('2026-05-02', { courseOpen: false })]).map(({ last }) => last)).toEqual(details.slice(1));
});

test('a course cannot be ended with one tap while its withdrawal days are unknown', () => {
  const without = { doses: null, everyDays: null, withdrawals: [{ product: 'meat' }] };
  expect(lacksWithdrawalDays(courseOf(dose('2026-05-01', without)))).toBe(true);
  expect(lacksWithdrawalDays(courseOf(dose('2026-05-01')))).toBe(false);
});

test('a course without a number of doses continues until a person ends it', () => {
  expect(courseOf(dose('2026-05-01', { doses: null }))).toMatchObject({ dueDay: '2026-05-02', isNextLast: false });
  expect(courseOf(dose('2026-05-01', { doses: null, everyDays: null })).dueDay).toBeNull();
});
