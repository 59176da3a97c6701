import { addDays, addMonths, type CalendarDate } from './dates.ts';

/** More are several chores. */
export const maxChoreAnimals = 1000;

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

/** Offered to choose from; anything else can be typed. */
export const reasonsToPutOff = ['Rain', 'No time', 'Not in stock', 'Waiting for the vet', 'Animal is not fit'] as const;

/** When it is done again: its next day after the one on which it was done. */
export function nextDay({ day, repeat }: { readonly day: CalendarDate; readonly repeat: Repeat }, doneOn: CalendarDate) {
  const step = repeats[repeat];
  for (let times = 1; ; times += 1) {
    const next = 'days' in step ? addDays(day, times * step.days) : addMonths(day, times * step.months);
    if (next > doneOn) return next;
  }
}

/** What changes of a chore that is done: one that repeats goes on. */
export const whenDone = (chore: Pick<ChoreOfDay, 'day' | 'repeat'>, doneOn: CalendarDate) => ({
  doneOn,
  putOffTo: null,
  reason: null,
  ...(chore.repeat === null ? { isArchived: true } : { day: nextDay({ day: chore.day, repeat: chore.repeat }, doneOn) }),
});

/** What takes that back. */
export const whenNotDone = ({ day, doneOn, putOffTo, reason }: ChoreOfDay) => ({
  day,
  doneOn,
  putOffTo,
  reason,
  isArchived: false,
});

/** What puts something off, by what it is called and the animal. */
export function putOffs<C extends ChoreOfDay>(chores: readonly C[]): ReadonlyMap<string, C> {
  const found = new Map<string, C>();
  for (const chore of chores) {
    if (chore.subject === null || chore.putOffTo === null || chore.archivedAt !== null) continue;
    for (const animalId of chore.animalIds) {
      const key = putOffKey(chore.subject, animalId);
      const other = found.get(key);
      if (!other?.putOffTo || other.putOffTo < chore.putOffTo) found.set(key, chore);
    }
  }
  return found;
}

export const putOffKey = (subject: string, animalId: string): string => `${subject} ${animalId}`;
