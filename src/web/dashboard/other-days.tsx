import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { Chore } from '#contract/chores.ts';
import type { Agenda } from '#domain/work/today.ts';
import { useReopenChore, useTakeUp } from '#web/chores/chores.data.ts';
import { dayText } from '#web/herd/day-text.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { putOffText } from './task-text.ts';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';

interface OtherDaysProps {
  readonly agenda: Agenda<Chore>;
  readonly animals: ReadonlyMap<string, Animal>;
  readonly today: string;
  readonly mayChange: boolean;
  readonly onChange: (chore: Chore) => void;
}

/** Says how a change of the task went. */
const telling = (title: string, { name: description }: Chore) => ({
  onSuccess: (reply: unknown) => toastSaved(reply, { title, description }),
  onError: (error: unknown) => toastFailure(error, 'Could not save this'),
});

/** What was put off, what is due later than this week, and what was done today. Folded, because none of it is due. */
export function OtherDays({ agenda: { putOff, later, done }, animals, today, mayChange, onChange }: OtherDaysProps) {
  const [takeUp, reopen] = [useTakeUp(), useReopenChore()];
  const whom = (ids: readonly string[]): string => {
    const [first] = ids.flatMap((id) => animals.get(id)?.tagNumber ?? []);
    return ids.length === 1 ? ` · ${first ?? ''}` : ids.length > 1 ? ` · ${ids.length} animals` : '';
  };
  // A line of Today is put off by one task for each of its days, which are taken up together as well.
  const postponed = [
    ...Map.groupBy(putOff, ({ chore, to }) =>
      chore.subject === null ? chore.id : [to, chore.name, chore.reason].join(' '),
    ).values(),
  ].flatMap((those) => those.slice(0, 1).map((first) => ({ ...first, chores: those.map(({ chore }) => chore) })));
  return (
    <div className="mt-4 flex flex-col gap-2 empty:hidden">
      <Folded title="Put off" size={postponed.length}>
        {postponed.map(({ chore, to, animalIds, chores }) => (
          <Line
            key={chore.id}
            title={chore.subject === null ? `${chore.name}${whom(animalIds)}` : chore.name}
            detail={putOffText({ to, reason: chore.reason }, today)}
          >
            {mayChange && (
              <Button
                ref={focusBeside}
                variant="outline"
                aria-label={`Undo putting off ${chore.name}`}
                onClick={() => takeUp.mutate(chores, telling('Not put off any more', chore))}
              >
                Undo
              </Button>
            )}
          </Line>
        ))}
      </Folded>
      <Folded title="Later" size={later.length}>
        {later.map((chore) => (
          <Line
            key={chore.id}
            title={`${chore.name}${whom(chore.animalIds)}`}
            detail={[dayText(chore.day, today), ...(chore.responsible === null ? [] : [chore.responsible])].join(' · ')}
          >
            {mayChange && (
              <Button variant="outline" aria-label={`Change ${chore.name}`} onClick={() => onChange(chore)}>
                Change
              </Button>
            )}
          </Line>
        ))}
      </Folded>
      <Folded title="Done today" size={done.length}>
        {done.map((chore) => (
          <Line
            key={chore.id}
            title={`${chore.name}${whom(chore.animalIds)}`}
            detail={chore.doneBy === null ? 'done' : `done by ${chore.doneBy}`}
          >
            {mayChange && (
              <Button
                ref={focusBeside}
                variant="outline"
                aria-label={`Not done: ${chore.name}`}
                onClick={() => reopen.mutate({ ...chore, doneOn: null }, telling('Not done yet', chore))}
              >
                Undo
              </Button>
            )}
          </Line>
        ))}
      </Folded>
    </div>
  );
}

function Folded({ title, size, children }: { title: string; size: number; children: ReactNode }) {
  if (size === 0) return null;
  return (
    <details className="group overflow-hidden rounded-xl border bg-card">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 font-medium hover:bg-secondary focus-visible:-outline-offset-4">
        {title}
        <span className="font-normal text-muted-foreground">{size}</span>
        <ChevronDown aria-hidden className="ms-auto size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <ul className="divide-y border-t">{children}</ul>
    </details>
  );
}

const Line = ({ title, detail, children }: { title: string; detail: string; children: ReactNode }) => (
  <li className="flex min-h-16 items-center gap-3 px-4 py-2">
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate">
        {title}
      </span>
      <span className="block text-sm text-muted-foreground">{detail}</span>
    </span>
    {children}
  </li>
);
