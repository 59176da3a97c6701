import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { addDays } from '#domain/dates.ts';
import { courseLookbackDays, type DosesDue as Due, dosesDue, openCourses } from '#domain/journal/courses.ts';
import { mayRecord } from '#domain/members.ts';
import { useFarmRole } from '#web/lib/session.ts';
import { today } from '#web/lib/today.ts';
import { Button } from '#web/ui/button.tsx';
import { doseText } from './course-text.ts';
import { dayText, plural } from './day-text.ts';
import { type EventOf, eventsQuery } from './events.queries.ts';
import { useDoses } from './use-doses.ts';

/** What is to be given again to animals that are on the farm. */
export function useDosesDue(animals: readonly Animal[]): readonly Due<EventOf<'treatment'>>[] {
  const now = today();
  const { data: treatments = [] } = useQuery(eventsQuery({ kinds: ['treatment'], from: addDays(now, -courseLookbackDays) }));
  const courses = openCourses(treatments);
  if (courses.length === 0) return [];
  const active = new Set(animals.flatMap(({ id, status }) => (status === 'active' ? id : [])));
  return dosesDue(
    courses.filter(({ last }) => active.has(last.animalId)),
    now,
  );
}

interface DosesDueProps {
  readonly due: readonly Due<EventOf<'treatment'>>[];
  readonly animals: ReadonlyMap<string, Animal>;
  readonly className: string;
}

/** With one tap for all that are due on one day. */
export function DosesDue({ due, animals, className }: DosesDueProps) {
  if (due.length === 0) return null;
  return (
    <section aria-labelledby="doses-due" className={className}>
      <h2 id="doses-due" className="mb-1.5 flex items-center gap-2 font-medium">
        Doses due
        <span className="rounded-md bg-straw px-2 font-normal text-straw-foreground">
          {due.reduce((sum, { courses: those }) => sum + those.length, 0)}
        </span>
      </h2>
      <ul className="divide-y overflow-hidden rounded-xl border bg-card">
        {due.map((group) => (
          <DueLine key={`${group.dueDay} ${group.courses[0]?.last.id}`} due={group} animals={animals} today={today()} />
        ))}
      </ul>
    </section>
  );
}

const mostTags = 6;

interface DueLineProps extends Pick<DosesDueProps, 'animals'> {
  readonly due: Due<EventOf<'treatment'>>;
  readonly today: string;
}

function DueLine({ due: { productName, dueDay, courses }, animals, today: now }: DueLineProps) {
  const { give, isBusy } = useDoses();
  const mayTreat = mayRecord(useFarmRole(), 'treatment');
  const [first] = courses;
  const alike = first && courses.every((course) => doseText(course) === doseText(first)) ? doseText(first) : undefined;
  const facts = [alike ?? plural(courses.length, 'dose'), dueDay < now && `was due ${dayText(dueDay, now)}`];
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate">{courses.length === 1 ? productName : `${courses.length} × ${productName}`}</p>
        <p className={dueDay < now ? 'text-sm text-destructive' : 'text-sm text-muted-foreground'}>
          {facts.filter(Boolean).join(' · ')}
        </p>
        <ul className="flex flex-wrap gap-x-4">
          {courses.slice(0, mostTags).map(({ last: { animalId } }) => (
            <li key={animalId}>
              <Link
                to="/animals/$id"
                params={{ id: animalId }}
                className="tag inline-flex min-h-11 items-center text-sm underline decoration-1 underline-offset-4"
              >
                {animals.get(animalId)?.tagNumber}
              </Link>
            </li>
          ))}
          {courses.length > mostTags && <li className="self-center text-sm">and {courses.length - mostTags} more</li>}
        </ul>
      </div>
      {mayTreat && (
        <Button variant="secondary" disabled={isBusy} onClick={() => give(courses)} aria-label={`Given: ${productName}`}>
          Given
        </Button>
      )}
    </li>
  );
}
