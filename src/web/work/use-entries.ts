import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Worklist } from '#contract/worklists.ts';
import { useRecordEvent, useReplaceEvent } from '#web/journal/journal.data.ts';
import { errorMessage } from '#web/lib/api.ts';
import { isWaiting } from '#web/lib/local-copy.ts';
import { today } from '#web/lib/today.ts';
import { type Entered, workEvent } from './work-events.ts';
import { useTakeBack, type WorkEvent } from './worklists.data.ts';

/** An entry, whether it is recorded or on its way. */
export type Entry = WorkEvent & { readonly createdAt: string };

type State = 'saving' | 'saved' | 'waiting' | 'failed' | 'undone';

export interface LastEntry {
  readonly event: WorkEvent;
  readonly animal: Animal;
  /** The last weight before it. */
  readonly before: { readonly grams: number; readonly day: string } | undefined;
  readonly state: State;
  readonly reason?: string;
}

/** Records without waiting for the answer: the next animal stands in the race. */
export function useEntries(worklist: Worklist, recorded: readonly RecordedEvent[]) {
  const [made, setMade] = useState<readonly Entry[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<LastEntry>();
  const record = useRecordEvent();
  const replace = useReplaceEvent();
  const undo = useTakeBack();
  const sent = useRef(new Map<string, Promise<unknown>>());

  const known = new Set(recorded.map(({ id }) => id));
  const entries: readonly Entry[] = [...recorded, ...made.filter(({ id }) => !known.has(id))].filter(({ id }) => !gone.has(id));
  const settle = (id: string, state: State, reason?: string) =>
    setLast((shown) => (shown?.event.id === id ? { ...shown, state, ...(reason !== undefined && { reason }) } : shown));
  const hide = (id: string) => setGone((ids) => new Set([...ids, id]));
  const showAgain = (id: string) => setGone((ids) => new Set([...ids].filter((each) => each !== id)));

  /** An entry of the same animal gives way to it. */
  const enter = (
    animal: Animal,
    entered: Entered,
    { before, earlier }: Pick<LastEntry, 'before'> & { earlier?: Entry | undefined },
  ) => {
    const { id: worklistId, work, shared } = worklist;
    const event = workEvent({ id: uuidv7(), work, shared, animal, today: today(), worklistId, entered });
    setMade((all) => [...all, { ...event, createdAt: new Date().toISOString() }]);
    if (earlier) hide(earlier.id);
    setLast({ event, animal, before, state: 'saving' });
    const saved = earlier ? replace.mutateAsync({ id: earlier.id, event }) : record.mutateAsync(event);
    sent.current.set(event.id, saved);
    saved.then(
      (reply) => settle(event.id, isWaiting(reply) ? 'waiting' : 'saved'),
      (error: unknown) => {
        hide(event.id);
        if (earlier) showAgain(earlier.id);
        // It stays in sight whatever was entered since.
        setLast({ event, animal, before, state: 'failed', reason: errorMessage(error, 'It could not be recorded') });
      },
    );
  };

  const takeBack = async ({ id }: { readonly id: string }) => {
    hide(id);
    await sent.current.get(id)?.catch(() => undefined);
    await undo.mutateAsync(id).then(
      () => settle(id, 'undone'),
      (error: unknown) => {
        showAgain(id);
        settle(id, 'failed', errorMessage(error, 'It could not be undone'));
      },
    );
  };
  return { entries, last, enter, takeBack };
}
