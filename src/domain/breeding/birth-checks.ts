import { birthCheckKey } from '../records/birth-check-bounds.ts';
import { calendarDateOf } from '../values/calendar-date.ts';
import { daysBetween } from '../values/dates.ts';
import type { EventOf } from '../records/events.ts';

/** What a farm that has chosen nothing looks at in each newborn. */
export const usualBirthChecks: readonly string[] = ['Colostrum', 'Navel', 'Up within 30 minutes'];

export interface BirthCheck<E> {
  readonly name: string;
  /** The events that say it was done; more than one if two people ticked it. */
  readonly done: readonly E[];
}

type Ticked = Pick<EventOf<'birthCheck'>, 'animalId' | 'check'>;

/** The checks that the farm has chosen, for one young. A name that was given twice is one check. */
export const birthChecksOf = <E extends Ticked>(
  names: readonly string[],
  animalId: string,
  ticked: readonly E[],
): readonly BirthCheck<E>[] =>
  [...new Map(names.map((name) => [birthCheckKey(name), name]))].map(([key, name]) => ({
    name,
    done: ticked.filter((event) => event.animalId === animalId && birthCheckKey(event.check) === key),
  }));

const hourMs = 3_600_000;
/** For so long after the birth nothing is said of a check that is still open. */
const hoursUntilLate = 3;

type BirthMoment = Pick<EventOf<'birth'>, 'day' | 'time' | 'createdAt'>;

/**
 * How long ago the birth was, in words: '5 hours'; undefined in its first hours. Without its time, a birth that was recorded on its
 * own day counts from then, and of any other the days are counted. A time is read by the clock of the device.
 */
export function lateAfterBirth({ day, time, createdAt }: BirthMoment, now: Date): string | undefined {
  const recorded = new Date(createdAt);
  const born = time !== null ? new Date(`${day}T${time}`) : calendarDateOf(recorded) === day ? recorded : undefined;
  const hours = born && Math.floor((now.getTime() - born.getTime()) / hourMs);
  if (hours !== undefined && hours < 24) return hours < hoursUntilLate ? undefined : `${hours} hours`;
  const days = daysBetween(day, calendarDateOf(now));
  if (days < 1) return undefined;
  return days === 1 ? '1 day' : `${days} days`;
}
