import { Link } from '@tanstack/react-router';
import { ChevronDown, Check } from 'lucide-react';
import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Chore } from '#contract/chores.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { overdueText } from '#web/herd/day-text.ts';
import { dueDaysText } from '#web/herd/breeding/exposure-text.ts';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';
import { useFarmRole } from '#web/lib/session/session.ts';
import { count } from '#web/lib/text/format.ts';
import { DoneButton } from '#web/chores/done-button.tsx';
import { PutOffDialog } from '#web/chores/put-off-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';
import { cn } from '#web/ui/cn.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { WeanedButton } from './weaned-button.tsx';
import { detailOf, type DueTask, putOffText, titleOf, workOf } from './task-text.ts';
import { type DoseTask, useDoses } from '#web/herd/care/use-doses.ts';

interface Known {
  readonly animals: ReadonlyMap<string, Animal>;
  readonly today: string;
  readonly mayChange: boolean;
  readonly onChange: (chore: Chore) => void;
}

const lineClassName =
  'flex min-h-16 w-full cursor-pointer items-center gap-3 px-4 py-2 text-start hover:bg-secondary focus-visible:-outline-offset-4';

const maxTags = 60;

/** Expanding the line shows its animals and Put off; the main action has a button of its own. */
export function TaskLine({ task, animals, today, mayChange, onChange }: { task: DueTask } & Known) {
  const [isPuttingOff, setPuttingOff] = useState(false);
  const mayWeigh = mayRecord(useFarmRole(), 'weighing');
  const those = task.animalIds.flatMap((id) => animals.get(id) ?? []);
  if (those.length === 0 && task.kind !== 'chore') return null;
  const title = titleOf(task, those);
  const [pregnancy, ...others] = task.kind === 'birth' ? task.pregnancies : [];
  const dam = pregnancy && others.length === 0 ? animals.get(pregnancy.damId) : undefined;
  return (
    <li className="flex flex-wrap items-start justify-end">
      <details className="group min-w-0 flex-1 basis-40">
        <summary className={cn(lineClassName, 'list-none')}>
          {dam && pregnancy ? (
            <BirthText dam={dam} pregnancy={pregnancy} putOff={task.putOff} today={today} />
          ) : (
            <span className="min-w-0 flex-1">
              <span dir="auto" className="line-clamp-2 leading-tight group-open:line-clamp-none">
                {title}
              </span>
              <span
                className={cn(
                  'block text-sm leading-tight',
                  task.part === 'overdue' ? 'line-clamp-3 text-destructive' : 'truncate text-muted-foreground',
                )}
              >
                {detailOf(task, those, today)}
              </span>
            </span>
          )}
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <div className="px-4 pb-3">
          <Tags animals={those} />
          {mayChange && (
            <div className="mt-1 flex flex-wrap gap-2">
              <Button variant="outline" onClick={() => setPuttingOff(true)}>
                Put off
              </Button>
              {task.kind === 'vaccination' && (
                <LinkButton to="/work/new" search={{ do: 'vaccinate' }} state={{ animalIds: task.animalIds }} variant="outline">
                  One by one
                </LinkButton>
              )}
              {task.kind === 'weaning' && mayWeigh && (
                <LinkButton
                  to="/work/new"
                  search={{ do: 'weighAtWeaning' }}
                  state={{ animalIds: task.animalIds }}
                  variant="outline"
                >
                  Weigh them
                </LinkButton>
              )}
              {task.kind === 'chore' && (
                <Button variant="outline" onClick={() => onChange(task.chore)}>
                  Change
                </Button>
              )}
            </div>
          )}
        </div>
      </details>
      <Act {...{ task, title, dam, today, mayChange }} />
      <PutOffDialog task={task} title={title} isOpen={isPuttingOff} onClose={() => setPuttingOff(false)} />
    </li>
  );
}

interface BirthTextProps {
  readonly dam: Animal;
  readonly pregnancy: Pregnancy;
  readonly putOff: DueTask['putOff'];
  readonly today: string;
}

function BirthText({ dam, pregnancy, putOff, today }: BirthTextProps) {
  const { daysOver, check } = pregnancy;
  const facts = [
    dueDaysText(pregnancy, today),
    ...(check?.count ? [`scanned ${check.count}`] : []),
    ...(putOff ? [putOffText(putOff, today)] : []),
  ];
  return (
    <AnimalLine animal={dam}>
      {daysOver > 0 && <span className="font-medium text-destructive">{overdueText(pregnancy)} · </span>}
      {facts.join(' · ')}
    </AnimalLine>
  );
}

interface ActProps extends Pick<Known, 'today' | 'mayChange'> {
  readonly task: DueTask;
  readonly title: string;
  /** Set for a single birth. */
  readonly dam: Animal | undefined;
}

/** The button that does the task or starts the work for it. */
function Act({ task, title, dam, today, mayChange }: ActProps) {
  const mayRecordBirth = mayRecord(useFarmRole(), 'birth');
  const work = workOf(task);
  if (task.kind === 'chore') return mayChange && <DoneButton chore={task.chore} day={today} />;
  if (task.kind === 'vaccination' || task.kind === 'dose') return mayChange && <GivenButton task={task} title={title} />;
  if (task.kind === 'weaning') return <WeanedButton animalIds={task.animalIds} title={title} />;
  if (task.kind !== 'birth' && !(work && mayChange)) return null;
  return (
    <Button asChild variant="secondary" className="my-2.5 me-3 shrink-0">
      {work ? (
        <Link to="/work/new" search={{ do: work }} state={{ animalIds: task.animalIds }} aria-label={`Start ${title}`}>
          Start
        </Link>
      ) : dam && task.part !== 'week' && mayRecordBirth ? (
        <Link to="/births/new" search={{ dam: dam.id }} aria-label={`Record birth: ${dam.tagNumber}`}>
          Record birth
        </Link>
      ) : (
        <Link to="/births" aria-label={`Open ${title}`}>
          Open
        </Link>
      )}
    </Button>
  );
}

function Tags({ animals }: { animals: readonly Animal[] }) {
  if (animals.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {animals.slice(0, maxTags).map(({ id, tagNumber }) => (
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
      {animals.length > maxTags && <li className="self-center">and {count(animals.length - maxTags)} more</li>}
    </ul>
  );
}

/** Records the vaccination or the dose for all animals of a line, today. */
function GivenButton({ task, title }: { task: DoseTask; title: string }) {
  const { giveDue, isBusy } = useDoses();
  return (
    <Button
      ref={focusBeside}
      variant="secondary"
      className="my-2.5 me-3 shrink-0"
      aria-label={`Given: ${title}`}
      busy={isBusy}
      onClick={() => giveDue(task)}
    >
      <Check aria-hidden />
      Given
    </Button>
  );
}
