import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { speciesTerms } from '#domain/animals.ts';
import type { Pregnancy } from '#domain/due-births.ts';
import { type Task, type TaskPart, tasksOf } from '#domain/today.ts';
import { AnimalLine } from '#web/herd/animal-line.tsx';
import { animalsQuery, animalStatesQuery } from '#web/herd/animals.queries.ts';
import { dayText, distanceText, plural } from '#web/herd/day-text.ts';
import { DosesDue, useDosesDue } from '#web/herd/doses-due.tsx';
import { DueHeading } from '#web/herd/due-heading.tsx';
import { birthsTitle, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { usePregnancies } from '#web/herd/use-pregnancies.ts';
import { Unfinished } from '#web/work/unfinished.tsx';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';

/** What is due and overdue, above the dashboard. Nothing is shown until all of it is known. */
export function Today() {
  const { expected, day } = usePregnancies();
  const { data: animals } = useQuery(animalsQuery);
  const { data: states } = useQuery(animalStatesQuery);
  const species = useOnlySpecies();
  const doses = useDosesDue(animals ?? []);
  if (!expected || !animals || !states || animals.length === 0) return null;
  const tasks = tasksOf({ animals, states, expected }, day);
  const byId = new Map(animals.map((animal) => [animal.id, animal]));
  return (
    <section aria-label="What is due" className="mb-6 print:hidden">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
        <p className="title text-lg">{dayText(day, day)}</p>
        <div className="flex gap-2">
          <Button asChild variant="outline">
            <Link to="/work">Work</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to="/births">{birthsTitle(species)}</Link>
          </Button>
        </div>
      </div>
      <Unfinished className="mb-4" />
      <DosesDue due={doses} animals={byId} className="mb-4" />
      {tasks.length + doses.length === 0 && (
        <p className="rounded-xl border bg-card px-4 py-4">Nothing is due in the next seven days.</p>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        {(['overdue', 'today', 'week'] as const).map((part) => {
          const ofPart = tasks.filter((task) => task.part === part);
          return ofPart.length > 0 && <Part key={part} part={part} tasks={ofPart} animals={byId} today={day} />;
        })}
      </div>
    </section>
  );
}

interface Known {
  readonly animals: ReadonlyMap<string, Animal>;
  readonly today: string;
}

function Part({ part, tasks, ...known }: { part: TaskPart; tasks: readonly Task[] } & Known) {
  return (
    <section aria-labelledby={`due-${part}`} className="min-w-0">
      <DueHeading
        id={`due-${part}`}
        part={part}
        size={tasks.reduce((sum, { animalIds }) => sum + animalIds.length, 0)}
        className="mb-1.5"
      />
      <ul className="divide-y overflow-hidden rounded-xl border bg-card">
        {tasks.flatMap((task) =>
          task.kind === 'birth' && part !== 'week' && task.pregnancies.length <= mostBirths
            ? task.pregnancies.map((pregnancy) => <Birth key={pregnancy.damId} pregnancy={pregnancy} {...known} />)
            : [<TaskLine key={keyOf(task)} task={task} {...known} />],
        )}
      </ul>
    </section>
  );
}

/** More are one line, so that the list stays one that is read. */
const mostBirths = 4;

const keyOf = (task: Task): string => [task.kind, task.day, 'label' in task ? task.label : '', task.animalIds[0]].join(' ');

const lineClassName =
  'flex min-h-16 w-full cursor-pointer items-center gap-3 px-4 py-2 text-left hover:bg-secondary focus-visible:-outline-offset-4';

function Birth({ pregnancy: { damId, day, window, daysOver, check }, animals }: { pregnancy: Pregnancy } & Known) {
  const dam = animals.get(damId);
  if (!dam) return null;
  const facts = [`Day ${day} of ${window.from}–${window.to}`, ...(check?.count ? [`scanned ${check.count}`] : [])];
  return (
    <li>
      <Link to="/births/new" search={{ dam: damId }} className={lineClassName}>
        <AnimalLine animal={dam}>
          {daysOver > 0 && <span className="font-medium text-destructive">{plural(daysOver, 'day')} over · </span>}
          {facts.join(' · ')}
        </AnimalLine>
        <span className="shrink-0 rounded-lg bg-secondary px-3 py-2 font-medium first-letter:uppercase">
          {speciesTerms[dam.species].gaveBirth}
        </span>
      </Link>
    </li>
  );
}

const mostTags = 60;

/** Births open the desk, one animal its page; of several animals each is listed under the line. */
function TaskLine({ task, animals, today }: { task: Task } & Known) {
  const those = task.animalIds.flatMap((id) => animals.get(id) ?? []);
  const [first] = those;
  if (!first) return null;
  const text = (
    <span className="min-w-0 flex-1">
      <span className="block truncate">{titleOf(task, those)}</span>
      <span className={cn('block truncate text-sm', task.part === 'overdue' ? 'text-destructive' : 'text-muted-foreground')}>
        {task.part === 'today' ? detailOf(task, those) : `${dayText(task.day, today)} · ${distanceText(task.day, today)}`}
      </span>
    </span>
  );
  if (task.kind === 'birth' || those.length === 1) {
    return (
      <li>
        {task.kind === 'birth' ? (
          <Link to="/births" className={lineClassName}>
            {text}
            <ChevronRight aria-hidden className="size-5 shrink-0" />
          </Link>
        ) : (
          <Link to="/animals/$id" params={{ id: first.id }} className={lineClassName}>
            {text}
            <ChevronRight aria-hidden className="size-5 shrink-0" />
          </Link>
        )}
      </li>
    );
  }
  return (
    <li>
      <details className="group">
        <summary className={cn(lineClassName, 'list-none')}>
          {text}
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <ul className="flex flex-wrap gap-x-4 px-4 pb-3">
          {those.slice(0, mostTags).map(({ id, tagNumber }) => (
            <li key={id}>
              <Link
                to="/animals/$id"
                params={{ id }}
                className="tag inline-flex min-h-12 min-w-12 items-center text-sm underline decoration-1 underline-offset-4"
              >
                {tagNumber}
              </Link>
            </li>
          ))}
          {those.length > mostTags && <li className="self-center">and {count(those.length - mostTags)} more</li>}
        </ul>
      </details>
    </li>
  );
}

const detailOf = ({ kind }: Task, animals: readonly Animal[]): string =>
  animals.length > 1
    ? animals.map(({ tagNumber }) => tagNumber).join(', ')
    : kind === 'pregnancyCheck'
      ? '35 to 60 days after the mating'
      : (animals[0]?.name ?? '');

function titleOf(task: Task, animals: readonly Animal[]): string {
  const [first] = animals;
  const size = animals.length;
  const many = size === 1 ? (first?.tagNumber ?? '') : '';
  const species = first && animals.every(({ species: each }) => each === first.species) ? first.species : undefined;
  const females = species ? plural(size, speciesTerms[species].female.toLowerCase()) : plural(size, 'female');
  switch (task.kind) {
    case 'birth':
      return size === 1 ? `${many} due` : `${females} due`;
    case 'pregnancyCheck':
      return `Pregnancy check · ${many || females}`;
    case 'withdrawalEnd':
      return `${task.product.charAt(0).toUpperCase()}${task.product.slice(1)} clear · ${many || plural(size, 'animal')}`;
    default:
      return size === 1 ? `${task.label} · ${many}` : `${size} × ${task.label}`;
  }
}
