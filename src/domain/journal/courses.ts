import { addDays, type CalendarDate } from '../values/dates.ts';
import type { EventOf } from '../records/events.ts';
import { compareEvents } from '../records/order.ts';
import { medicineKey } from './withdrawals.ts';

export type Dose = Pick<
  EventOf<'treatment'>,
  'id' | 'animalId' | 'day' | 'time' | 'createdAt' | 'productId' | 'productName' | 'courseOpen' | 'doses' | 'everyDays'
>;

export interface OpenCourse<D extends Dose> {
  readonly last: D;
  readonly given: number;
  /** null if unknown. */
  readonly doses: number | null;
  /** The day of the next dose; null if not given. */
  readonly dueDay: CalendarDate | null;
  readonly isNextLast: boolean;
}

/** How far back open courses are looked for. */
export const courseLookbackDays = 180;

/** The courses with doses to come: the doses of a medicine from the one that opened the course, until one is marked as the last. */
export function openCourses<D extends Dose>(treatments: readonly D[]): OpenCourse<D>[] {
  const open = new Map<string, D[]>();
  for (const dose of treatments.toSorted(compareEvents)) {
    const key = `${dose.animalId} ${medicineKey(dose)}`;
    if (dose.courseOpen) open.set(key, [...(open.get(key) ?? []), dose]);
    else open.delete(key);
  }
  return [...open.values()].flatMap((given) => courseOf(given) ?? []);
}

function courseOf<D extends Dose>(given: readonly D[]): OpenCourse<D> | undefined {
  const last = given.at(-1);
  if (!last) return undefined;
  const { doses } = last;
  return {
    last,
    given: given.length,
    doses,
    dueDay: nextDoseDay(last, given.length),
    isNextLast: doses !== null && given.length + 1 >= doses,
  };
}

/** The day on which the next dose of an open course is due; null if it is not given, or if all doses were given. */
export function nextDoseDay(
  { day, doses, everyDays }: Pick<Dose, 'day' | 'doses' | 'everyDays'>,
  given: number,
): CalendarDate | null {
  const isAllGiven = doses !== null && given >= doses;
  return everyDays !== null && !isAllGiven ? addDays(day, everyDays) : null;
}

const repeated = [
  'animalId',
  'productId',
  'productName',
  'dose',
  'unit',
  'batch',
  'expiry',
  'withdrawals',
  'doses',
  'everyDays',
  'route',
  'site',
  'reason',
  'prescriber',
  'extraLabel',
] as const satisfies readonly (keyof EventOf<'treatment'>)[];

/** The same product and dose again. The withdrawal counts from this one if it is the last. */
export const nextDose = (
  { last, isNextLast }: OpenCourse<EventOf<'treatment'>>,
  { id, day }: { readonly id: string; readonly day: CalendarDate },
) => ({
  ...(Object.fromEntries(repeated.map((name) => [name, last[name]])) as Pick<EventOf<'treatment'>, (typeof repeated)[number]>),
  id,
  kind: 'treatment' as const,
  day,
  courseOpen: !isNextLast,
});

/** The fields that replace those of the last dose when a course is ended. */
export const lastOfCourse = ({ last }: OpenCourse<EventOf<'treatment'>>, id: string) => ({
  ...nextDose({ last, isNextLast: true, given: 0, doses: null, dueDay: null }, { id, day: last.day }),
  time: last.time,
  note: last.note,
});

/** Whether withdrawal days are missing, which a person must enter before the course can end. */
export const lacksWithdrawalDays = ({ last }: OpenCourse<EventOf<'treatment'>>): boolean =>
  last.withdrawals.some(({ days }) => days === null);
