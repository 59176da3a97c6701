import { addDays, addMonths, type CalendarDate } from '../values/dates.ts';

export const maxChoreAnimals = 1000;

/** Tasks overdue for longer are dropped. Chores are not, since a person has entered them. */
export const forgottenAfterDays = 90;

export const repeats = {
  day: { label: 'Every day', days: 1 },
  week: { label: 'Every week', days: 7 },
  fortnight: { label: 'Every two weeks', days: 14 },
  month: { label: 'Every month', months: 1 },
  quarter: { label: 'Every three months', months: 3 },
  halfYear: { label: 'Every six months', months: 6 },
  year: { label: 'Every year', months: 12 },
} as const satisfies Readonly<Record<string, { label: string; days: number } | { label: string; months: number }>>;

export type Repeat = keyof typeof repeats;
export const repeatNames = Object.keys(repeats) as [Repeat, ...Repeat[]];

export interface ChoreOfDay {
  readonly id: string;
  readonly name: string;
  readonly subject: string | null;
  readonly day: CalendarDate;
  readonly animalIds: readonly string[];
  readonly groupId: string | null;
  readonly placeId: string | null;
  readonly repeat: Repeat | null;
  readonly putOffTo: CalendarDate | null;
  readonly reason: string | null;
  readonly doneOn: CalendarDate | null;
  readonly doneBy: string | null;
  readonly responsible: string | null;
  readonly archivedAt: string | null;
}

/** Suggestions; any other reason can be typed. */
export const reasonsToPutOff = ['Rain', 'No time', 'Not in stock', 'Waiting for the vet', 'Animal is not fit'] as const;

/** The next day of a repeating chore after the day on which it was done. */
export function nextDay({ day, repeat }: { readonly day: CalendarDate; readonly repeat: Repeat }, doneOn: CalendarDate) {
  const step = repeats[repeat];
  for (let times = 1; ; times += 1) {
    const next = 'days' in step ? addDays(day, times * step.days) : addMonths(day, times * step.months);
    if (next > doneOn) return next;
  }
}

/** The fields that change when a chore is done. A repeating chore moves to its next day. */
export const doneFields = (chore: Pick<ChoreOfDay, 'day' | 'repeat'>, doneOn: CalendarDate) => ({
  doneOn,
  putOffTo: null,
  reason: null,
  ...(chore.repeat === null ? { isArchived: true } : { day: nextDay({ day: chore.day, repeat: chore.repeat }, doneOn) }),
});

/** The fields that change when that is taken back. */
export const notDoneFields = ({ day, doneOn, putOffTo, reason }: ChoreOfDay) => ({
  day,
  doneOn,
  putOffTo,
  reason,
  isArchived: false,
});

/** The chores that postpone a computed task, by `putOffKey`. */
export function putOffs<C extends ChoreOfDay>(chores: readonly C[]): ReadonlyMap<string, C> {
  const found = new Map<string, C>();
  for (const chore of chores) {
    if (chore.subject === null || chore.putOffTo === null || chore.archivedAt !== null) continue;
    for (const animalId of chore.animalIds.length === 0 ? [''] : chore.animalIds) {
      const key = putOffKey(chore.subject, animalId);
      const other = found.get(key);
      if (!other?.putOffTo || other.putOffTo < chore.putOffTo) found.set(key, chore);
    }
  }
  return found;
}

/** A task that is about no animal has the empty id. */
export const putOffKey = (subject: string, animalId: string): string => `${subject} ${animalId}`;
