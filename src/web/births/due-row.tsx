import { Link } from '@tanstack/react-router';
import { ClockAlert } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import { dueWindow, type Pregnancy } from '#domain/breeding/due-births.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import { overdueText } from '#web/herd/day-text.ts';
import { dateText } from '#web/lib/text/format.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { AnimalLine } from '#web/herd/animal/animal-line.tsx';

export interface DueLine {
  readonly dam: Animal;
  readonly pregnancy: Pregnancy | undefined;
  /** The scan result, where she is, who the sire is and how her last birth went; on a phone there is room for the first of them. */
  readonly facts: readonly string[];
}

interface DueRowProps {
  readonly line: DueLine;
  /** The birth form replaces this page in the history. */
  readonly replaces?: boolean;
}

/** The whole row opens her birth form, or her page for those who may not record births. */
export function DueRow({ line: { dam, pregnancy, facts }, replaces = false }: DueRowProps) {
  const opens = mayRecord(useFarmRole(), 'birth')
    ? ({ to: '/births/new', search: { dam: dam.id } } as const)
    : ({ to: '/animals/$id', params: { id: dam.id } } as const);
  return (
    <Link
      {...opens}
      replace={replaces}
      className="flex min-h-16 flex-wrap items-center gap-x-3 border-b px-4 py-2 hover:bg-secondary focus-visible:-outline-offset-4"
    >
      <AnimalLine animal={dam}>
        {pregnancy && pregnancy.daysOver > 0 && (
          <span className="font-medium text-destructive">
            <ClockAlert aria-hidden className="me-1 mb-0.5 inline size-4" />
            {overdueText(pregnancy)}
            {facts.length > 0 && ' · '}
          </span>
        )}
        {facts.join(' · ')}
      </AnimalLine>
      {pregnancy && <Days pregnancy={pregnancy} />}
    </Link>
  );
}

/** The days on which the birth is likely, and where today is among them. */
function Days({ pregnancy }: { pregnancy: Pregnancy }) {
  const now = today();
  const { from, to } = dueWindow(pregnancy);
  const [next, other] =
    from > now
      ? [`from ${dateText(from, now)}`, `until ${dateText(to, now)}`]
      : [`until ${dateText(to, now)}`, `since ${dateText(from, now)}`];
  return (
    <span className="flex shrink-0 flex-wrap justify-between gap-x-3 max-sm:basis-full sm:ms-auto sm:flex-col sm:items-end">
      <span className="font-medium">{next}</span>
      <span className="flex items-center gap-1.5 text-sm text-muted-foreground">
        <Scale day={pregnancy.day} {...pregnancy.window} />
        {other}
      </span>
    </span>
  );
}

const [width, middle, half] = [40, 20, 8];

function Scale({ day, from, to }: { day: number; from: number; to: number }) {
  const position = middle + ((day - (from + to) / 2) * half * 2) / (to - from);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} 14`} className="h-3.5 w-10">
      <path d={`M0 7H${width}`} className="stroke-border" strokeWidth="2" />
      <rect x={middle - half} y="3.5" width={half * 2} height="7" rx="3.5" className="fill-muted-foreground opacity-45" />
      <circle
        cx={Math.min(Math.max(position, 5), width - 5)}
        cy="7"
        r="4.5"
        strokeWidth="2"
        className={day > to ? 'fill-destructive stroke-background' : 'fill-foreground stroke-background'}
      />
    </svg>
  );
}
