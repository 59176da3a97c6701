import { Syringe } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { lacksWithdrawalDays, openCourses } from '#domain/journal/courses.ts';
import { hasAppointments } from '#domain/records/animals.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';
import type { EventOf } from '../data/events.queries.ts';
import { useDoses, type Course } from './use-doses.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { plural } from '#domain/values/plural.ts';
import { dayText } from '../day-text.ts';

interface OpenCoursesProps {
  readonly animal: Pick<Animal, 'status'>;
  /** Its events. */
  readonly events: readonly RecordedEvent[];
  /** Opens the form for a dose whose details are incomplete. */
  readonly onChange: (dose: EventOf<'treatment'>) => void;
}

const isDose = (event: RecordedEvent): event is EventOf<'treatment'> => event.kind === 'treatment' && event.voidedAt === null;

/** The open courses of an animal: a button records the next dose, another ends the course. */
export function OpenCourses({ animal, events, onChange }: OpenCoursesProps) {
  const { give, end, isBusy } = useDoses();
  const mayTreat = mayRecord(useFarmRole(), 'treatment');
  const open = hasAppointments(animal) ? openCourses(events.filter(isDose)) : [];
  return open.map((course) => (
    <Alert key={course.last.id} icon={<Syringe />} title={course.last.productName}>
      <p>{courseText(course, today())}</p>
      {mayTreat && (
        <div className="mt-2 flex flex-wrap gap-2 print:hidden">
          <Button
            ref={focusBeside}
            disabled={isBusy}
            onClick={() => (course.isNextLast && lacksWithdrawalDays(course) ? onChange(course.last) : give([course]))}
          >
            Dose given
          </Button>
          <Button
            ref={focusBeside}
            variant="outline"
            disabled={isBusy}
            onClick={() => (lacksWithdrawalDays(course) ? onChange(course.last) : end(course))}
          >
            No more doses
          </Button>
        </div>
      )}
    </Alert>
  ));
}

/** `dose 2 of 3` */
const doseText = ({ given, doses }: Course): string => `dose ${given + 1}${doses === null ? '' : ` of ${doses}`}`;

/** `Dose 2 of 3 due today`, `Dose 2 overdue since Mon, Nov 23`, `1 dose given, more follow` */
function courseText(course: Course, now: CalendarDate): string {
  const { given, dueDay } = course;
  if (dueDay === null)
    return `${plural(given, 'dose')} given. ${isComplete(course) ? 'All of them: end the course.' : 'More follow.'}`;
  const dose = `D${doseText(course).slice(1)}`;
  if (dueDay === now) return `${dose} is due today`;
  return `${dose} ${dueDay < now ? 'overdue since' : 'is due'} ${dayText(dueDay, now)}`;
}

const isComplete = ({ given, doses }: Course): boolean => doses !== null && given >= doses;
