import type { CalendarDate } from '#domain/dates.ts';
import { plural } from '#domain/plural.ts';
import { dayText } from './day-text.ts';
import type { Course } from './use-doses.ts';

/** `dose 2 of 3` */
export const doseText = ({ given, doses }: Course): string => `dose ${given + 1}${doses === null ? '' : ` of ${doses}`}`;

/** `Dose 2 of 3 due today`, `Dose 2 was due Mon, Nov 23`, `1 dose given, more follow` */
export function courseText(course: Course, today: CalendarDate): string {
  const { given, dueDay } = course;
  if (dueDay === null)
    return `${plural(given, 'dose')} given. ${isComplete(course) ? 'All of them: end the course.' : 'More follow.'}`;
  const dose = `D${doseText(course).slice(1)}`;
  if (dueDay === today) return `${dose} is due today`;
  return `${dose} ${dueDay < today ? 'was' : 'is'} due ${dayText(dueDay, today)}`;
}

const isComplete = ({ given, doses }: Course): boolean => doses !== null && given >= doses;
