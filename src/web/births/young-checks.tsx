import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { birthChecksOf, lateAfterBirth, usualBirthChecks } from '#domain/breeding/birth-checks.ts';
import { addDays } from '#domain/values/dates.ts';
import { mayRecord } from '#domain/accounts/members.ts';
import type { Family } from '#domain/breeding/mothering.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { useUndoEvent } from '#web/journal/journal.data.ts';
import { useFarmRole } from '#web/lib/session/session.ts';
import { timeOf } from '#web/lib/text/moments.ts';
import { today } from '#web/lib/text/today.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastUndone } from '#web/lib/toast-saved.ts';
import { cn } from '#web/ui/cn.ts';
import { useRecordOfYoung } from './use-record-of-young.ts';

interface YoungChecksProps {
  readonly animal: Animal;
  readonly family: Pick<Family<Animal>, 'day' | 'time' | 'createdAt' | 'part'>;
}

/** The list of the born shows the births of seven days. */
const shownDays = 8;

const minuteMs = 60_000;

/** The time, at most a minute old: the board stands open in the shed. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * What the farm checks in each newborn, ticked with one touch. A check that is done keeps its place, so that the next touch does not
 * reach another one; only families that are ready to go out are shown without checks once all are done.
 */
export function YoungChecks({ animal, family }: YoungChecksProps) {
  const { birthChecks } = useBreedingRules();
  const names = birthChecks ?? usualBirthChecks;
  const { data: ticked } = useQuery(eventsQuery({ kinds: ['birthCheck'], from: addDays(today(), -shownDays) }));
  const mayTick = mayRecord(useFarmRole(), 'birthCheck');
  const record = useRecordOfYoung();
  const undo = useUndoEvent();
  const now = useNow();
  const [busy, setBusy] = useState<string>();
  if (!ticked) return null;
  const checks = birthChecksOf(names, animal.id, ticked);
  const open = checks.filter(({ done }) => done.length === 0);
  if (checks.length === 0 || (family.part === 'ready' && open.length === 0 && busy === undefined)) return null;
  const late = open.length === 0 ? undefined : lateAfterBirth(family, now);

  const toggle = async ({ name, done }: (typeof checks)[number]) => {
    setBusy(name);
    try {
      if (done.length === 0) {
        await record(animal, { kind: 'birthCheck', check: name, time: timeOf(new Date()) }, name);
      }
      for (const event of done) toastUndone(await undo.mutateAsync({ event }), `${fullName(animal)}: ${name}`);
    } catch (error) {
      toastFailure(error, 'Could not undo this');
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <div className="pb-2">
      <fieldset aria-label={`Checks of ${fullName(animal)}`} className="flex min-w-0 flex-wrap gap-2">
        {checks.map((check) => {
          const isDone = check.done.length > 0;
          const Mark = isDone ? Check : Circle;
          return (
            <button
              key={check.name}
              type="button"
              className={cn(
                'inline-flex min-h-12 max-w-full cursor-pointer items-center gap-2 rounded-lg border px-3 py-1 text-start font-medium wrap-anywhere print:hidden',
                isDone ? 'bg-secondary' : 'border-input bg-card',
              )}
              aria-pressed={isDone}
              disabled={!mayTick || busy === check.name}
              onClick={({ detail }) => {
                // The second press of a double click would take back the first.
                if (detail < 2) void toggle(check);
              }}
            >
              <Mark aria-hidden className={cn('size-5 shrink-0', !isDone && 'text-muted-foreground')} />
              {check.name}
            </button>
          );
        })}
      </fieldset>
      {late !== undefined && (
        <p className="mt-1 text-sm font-medium">
          Still open after {late}: {open.map(({ name }) => name).join(', ')}
        </p>
      )}
    </div>
  );
}
