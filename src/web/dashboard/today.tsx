import { useQuery } from '@tanstack/react-query';
import { Link, useSearch, useNavigate } from '@tanstack/react-router';
import { Fence, Plus, Users, ChevronRight } from 'lucide-react';
import { Suspense, useState, useEffect } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Chore } from '#contract/chores.ts';
import { agendaFor, agendaOf, responsibleFor, type TaskPart, type Where } from '#domain/work/today.ts';
import { compareText } from '#domain/values/text.ts';
import { ChoreDialog } from '#web/chores/chore-dialog.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { choresQuery } from '#web/chores/chores.data.ts';
import { useEntryNames } from '#web/farm-lists/lists.data.ts';
import { animalsQuery, animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { dayText, distanceText } from '#web/herd/day-text.ts';
import { DueHeading } from '#web/herd/breeding/due-heading.tsx';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { useBreedingWatch } from '#web/herd/breeding/use-breeding-watch.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { useRequestedRecord } from '#web/lib/forms/open-form.ts';
import { useRights, useCurrentUser } from '#web/lib/session/session.ts';
import { Unfinished } from '#web/work/unfinished.tsx';
import { Button } from '#web/ui/button.tsx';
import { OtherDays } from './other-days.tsx';
import type { DueTask } from './task-text.ts';
import { TaskLine } from './task-line.tsx';
import { Select } from '#web/ui/select.tsx';
import { type CalendarDate, addDays } from '#domain/values/dates.ts';
import type { ReturnWatch } from '#domain/breeding/heat-watch.ts';
import { plural } from '#domain/values/plural.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';

const AlsoDue = lazily(async () => (await import('./also-due.tsx')).AlsoDue);

const drafts = 'task ';

/** What is due and overdue, above the dashboard. Nothing is shown until all of it is known. */
export function Today() {
  const pregnancies = usePregnancies();
  const { expected, day } = pregnancies;
  const { returns } = useBreedingWatch(pregnancies);
  const { data: animals } = useQuery(animalsQuery);
  const { data: states } = useQuery(animalStatesQuery);
  const { data: chores } = useQuery(choresQuery);
  const { weaningDays } = useBreedingRules();
  const nameOf = useEntryNames();
  const rights = useRights();
  const [mayChange, mayManage] = [rights.has('record'), rights.has('manage')];
  const [dialog, setDialog] = useState<{ readonly chore?: Chore; readonly isOpen: boolean }>({ isOpen: false });
  const open = (chore?: Chore) => setDialog({ ...(chore && { chore }), isOpen: true });
  useRequestedRecord(drafts, chores, open);
  const { for: name } = useSearch({ strict: false });
  if (!expected || !animals || !states || !chores || animals.length === 0) return null;
  const names = responsibleFor({ animals, chores });
  const person = names.find((each) => each === name);
  const all = agendaOf({ animals, states, expected, chores, weaningDays }, day);
  const agenda = person === undefined ? all : agendaFor(all, person);
  const known = { animals: new Map(animals.map((animal) => [animal.id, animal])), today: day, mayChange, onChange: open };
  const nothingDue = agenda.tasks.length === 0 && <NothingDue person={person} />;
  const otherDays = (also: typeof agenda.putOff = []) => (
    <OtherDays agenda={{ ...agenda, putOff: [...agenda.putOff, ...also] }} {...known} />
  );
  return (
    <section aria-label="What is due" className="@container print:hidden">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="title text-lg">{dayText(day, day)}</p>
        <div className="flex flex-wrap gap-2">
          {names.length > 0 && <WhoseTasks names={names} person={person} />}
          {mayChange && (
            <Button variant="outline" onClick={() => open()}>
              <Plus aria-hidden />
              Task
            </Button>
          )}
        </div>
      </div>
      <SinceLastVisit today={day} overdue={all.tasks.filter(({ part }) => part === 'overdue').length} />
      <Unfinished className="mb-4" />
      {person === undefined && <ReturnsDue returns={returns} today={day} className="mb-4" />}
      <div className="grid grid-cols-1 items-start gap-4 @3xl:auto-cols-fr @3xl:grid-flow-col @3xl:grid-cols-none">
        {(['overdue', 'today', 'week'] as const).map((part) => {
          const tasks = agenda.tasks.filter((task) => task.part === part);
          return tasks.length > 0 && <Part key={part} part={part} tasks={tasks} nameOf={nameOf} {...known} />;
        })}
      </div>
      {person === undefined ? (
        <Suspense fallback={otherDays()}>
          <AlsoDue {...{ animals, chores, mayManage, mayChange }} today={day} ifNone={nothingDue}>
            {otherDays}
          </AlsoDue>
        </Suspense>
      ) : (
        <>
          {nothingDue}
          {otherDays()}
        </>
      )}
      <ChoreDialog
        key={dialog.chore?.id}
        chore={dialog.chore}
        drafts={drafts}
        isOpen={dialog.isOpen}
        onClose={() => setDialog({ ...dialog, isOpen: false })}
      />
    </section>
  );
}

const NothingDue = ({ person }: { readonly person: string | undefined }) => (
  <p className="rounded-xl border bg-card px-4 py-4">
    Nothing is due {person !== undefined && `for ${person} `}in the next seven days.{' '}
    {person === undefined && (
      <>
        <Link to="/work" className="font-medium underline underline-offset-4">
          Weigh, treat or count some animals
        </Link>
        , or add a task.
      </>
    )}
  </p>
);

interface PartProps {
  readonly part: TaskPart;
  readonly tasks: readonly DueTask[];
  readonly nameOf: (id: string) => string | undefined;
  readonly animals: ReadonlyMap<string, Animal>;
  readonly today: string;
  readonly mayChange: boolean;
  readonly onChange: (chore: Chore) => void;
}

/** Grouped by place or group; the rest of the week is grouped by day. */
function Part({ part, tasks, nameOf, ...known }: PartProps) {
  // Births that may come any day have begun to be due in the past, and have no day.
  const dayOf = ({ day }: DueTask): string => (part === 'week' && day > known.today ? day : '');
  // Tasks without a place have no heading and would seem to belong to the heading above.
  const inOrder = tasks.toSorted(
    (a, b) => compareText(dayOf(a), dayOf(b)) || Number(a.where !== null) - Number(b.where !== null),
  );
  const groups = Map.groupBy(inOrder, (task) => `${dayOf(task)} ${task.where?.id ?? ''}`);
  return (
    <section aria-labelledby={`due-${part}`} className="min-w-0">
      <DueHeading
        id={`due-${part}`}
        part={part}
        size={tasks.reduce((sum, { animalIds }) => sum + Math.max(animalIds.length, 1), 0)}
        className="mb-1.5"
      />
      <div className="divide-y overflow-hidden rounded-xl border bg-card">
        {[...groups].map(([key, those]) => {
          const [first] = those;
          if (!first) return null;
          const name = first.where ? nameOf(first.where.id) : undefined;
          const day = dayOf(first);
          const when = day === '' ? undefined : `${dayText(day, known.today)} · ${distanceText(day, known.today)}`;
          return (
            <div key={key}>
              {(when ?? name) !== undefined && (
                <h3 className="flex flex-wrap items-center gap-x-2 px-4 pt-2 text-sm font-medium text-muted-foreground">
                  <span className="shrink-0 empty:hidden">{when}</span>
                  {name !== undefined && (
                    <span className="flex max-w-full min-w-0 items-center gap-1.5">
                      <WhereIcon where={first.where} />
                      <span dir="auto" className="truncate">
                        {name}
                      </span>
                    </span>
                  )}
                </h3>
              )}
              <ul className="divide-y">
                {those.flatMap(singly).map((task) => (
                  <TaskLine key={keyOf(task)} task={task} {...known} />
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </section>
  );
}

const WhereIcon = ({ where }: { where: Where | null }) =>
  where?.kind === 'group' ? (
    <Users aria-label="Group" className="size-4 shrink-0" />
  ) : (
    <Fence aria-label="Place" className="size-4 shrink-0" />
  );

/** More births share one line, so that the list stays short. */
const maxBirths = 4;

/** A few births have a line each, which opens the birth form. */
function singly(task: DueTask): readonly DueTask[] {
  if (task.kind !== 'birth' || task.part === 'week' || task.pregnancies.length > maxBirths) return [task];
  return task.pregnancies.map((pregnancy) => ({
    ...task,
    pregnancies: [pregnancy],
    animalIds: [pregnancy.damId],
    subjects: task.subjects.flatMap((each) =>
      each.animalIds.includes(pregnancy.damId) ? { ...each, animalIds: [pregnancy.damId] } : [],
    ),
  }));
}

const keyOf = (task: DueTask): string =>
  task.kind === 'chore' ? task.chore.id : [task.kind, task.day, 'label' in task ? task.label : '', task.animalIds[0]].join(' ');

interface WhoseTasksProps {
  readonly names: readonly string[];
  /** Chooses the person whose tasks are shown. */
  readonly person: string | undefined;
}

const everybody = '-';

function WhoseTasks({ names, person }: WhoseTasksProps) {
  const navigate = useNavigate();
  return (
    <Select
      aria-label="Whose tasks"
      width="w-40"
      options={[{ value: everybody, label: 'Everybody' }, ...names.map((name) => ({ value: name, label: name }))]}
      value={person ?? everybody}
      onChange={(name) => void navigate({ to: '/', search: name === everybody ? {} : { for: name }, replace: true })}
    />
  );
}

interface ReturnsDueProps {
  readonly returns: readonly ReturnWatch[];
  readonly today: CalendarDate;
  readonly className: string;
}

/** The number of females that would be in heat again today if not pregnant; a tap lists them. */
function ReturnsDue({ returns, today, className }: ReturnsDueProps) {
  const now = returns.filter(({ from }) => from <= today).length;
  if (now === 0) return null;
  return (
    <Link
      to="/births"
      search={{ show: 'heat' }}
      className={`flex min-h-14 items-center gap-3 rounded-xl border bg-card px-4 py-2 hover:bg-secondary ${className}`}
    >
      <span className="min-w-0 flex-1">Back in heat? · {plural(now, 'female')}</span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  );
}

/** Somebody who looks every day knows what happened. */
const awayAfterDays = 3;
/** After a longer time the totals are no help. */
const longestDays = 60;

const storageKeyOf = (username: string): string => `last visit ${username}`;

/** The day of this person's previous visit on this device. The present visit is stored. */
function useLastVisit(today: CalendarDate): CalendarDate | undefined {
  const username = useCurrentUser().data?.username;
  const [last] = useState(() => readDay(username));
  useEffect(() => {
    if (username !== undefined) storeSetting(storageKeyOf(username), today);
  }, [username, today]);
  return last;
}

const readDay = (username: string | undefined): CalendarDate | undefined =>
  username === undefined ? undefined : readSetting(storageKeyOf(username));

/** `Since Sun, Nov 15: 9 born, 1 died, 2 overdue` */
function SinceLastVisit({ today, overdue }: { today: CalendarDate; overdue: number }) {
  const last = useLastVisit(today);
  const isTold = last !== undefined && last <= addDays(today, -awayAfterDays) && last >= addDays(today, -longestDays);
  const { data: events } = useQuery({
    ...eventsQuery({ kinds: ['birth', 'death'], from: last ?? today }),
    enabled: isTold,
  });
  if (!isTold || !events) return null;
  const born = events.flatMap((event) =>
    event.kind === 'birth' ? event.young.filter(({ state, waits }) => state !== 'stillborn' && !waits) : [],
  );
  const died = events.filter(({ kind }) => kind === 'death').length;
  const facts = [
    ...(born.length > 0 ? [`${born.length} born`] : []),
    ...(died > 0 ? [`${died} died`] : []),
    ...(overdue > 0 ? [`${overdue} overdue`] : []),
  ];
  return (
    <p className="mb-3 text-muted-foreground">
      Since {dayText(last, today)}: {facts.length === 0 ? 'no birth or death recorded, nothing overdue' : facts.join(', ')}
    </p>
  );
}
