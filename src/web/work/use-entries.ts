import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import type { Worklist } from '#contract/worklists.ts';
import type { Weight } from '#domain/journal/growth.ts';
import { eventFields, eventKinds } from '#domain/records/events.ts';
import { isWithheld } from '#web/herd/care/use-withdrawal-reason.tsx';
import { useRecordEvent } from '#web/journal/journal.data.ts';
import { errorMessage } from '#web/lib/server/api.ts';
import { giveFeedback } from '#web/lib/device/feedback.ts';
import { isWaiting } from '#web/lib/server/waiting-reply.ts';
import { today } from '#web/lib/text/today.ts';
import { useIsAllSent } from '#web/lib/server/use-local-copy.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { type Entered, workEvent } from './work-events.ts';
import type { WorkEvent } from './worklists.data.ts';

/** An entry, recorded or still being sent. */
export type Entry = WorkEvent & { readonly createdAt: string };

type State = 'saving' | 'saved' | 'waiting' | 'failed' | 'undone';

export interface LastEntry {
  readonly event: Entry;
  readonly animal: Animal;
  /** The last measured weight before it. */
  readonly before: Weight | undefined;
  readonly state: State;
  readonly reason?: string;
  /** It was refused because the animal is in withdrawal, and is recorded with a reason. */
  readonly lacksReason?: boolean;
}

/** Records without waiting for the answer, because the next animal is already in the race. */
export function useEntries(worklist: Worklist, recorded: readonly RecordedEvent[], products: readonly Product[]) {
  const [made, setMade] = useState<readonly Entry[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [lastEntry, setLast] = useState<LastEntry>();
  const [failed, setFailed] = useState<readonly LastEntry[]>([]);
  const record = useRecordEvent();
  const replace = useCall('replaceEvent');
  const undo = useCall('voidEvent');
  const sent = useRef(new Map<string, Promise<unknown>>());
  /** The entry that each correction replaced. */
  const corrected = useRef(new Map<string, Entry>());

  const known = new Set(recorded.map(({ id }) => id));
  const entries: readonly Entry[] = [...recorded, ...made.filter(({ id }) => !known.has(id))].filter(({ id }) => !gone.has(id));
  // An entry that is still known when nothing waits any more has been sent.
  const isAllSent = useIsAllSent();
  const isSent = lastEntry?.state === 'waiting' && isAllSent && known.has(lastEntry.event.id);
  const last = isSent ? { ...lastEntry, state: 'saved' as const } : lastEntry;
  const settle = (id: string, state: State) => setLast((shown) => (shown?.event.id === id ? { ...shown, state } : shown));
  const hide = (id: string) => setGone((ids) => new Set([...ids, id]));
  const showAgain = (id: string) => setGone((ids) => new Set([...ids].filter((each) => each !== id)));
  /** The failures of an animal. */
  const dismiss = (animalId: string) => setFailed((all) => all.filter(({ event }) => event.animalId !== animalId));

  /** Resolves with whether it was recorded. */
  const whenSent = async (id: string): Promise<boolean> => {
    try {
      await sent.current.get(id);
      return true;
    } catch {
      return false;
    }
  };

  /** It replaces an earlier entry of the same animal. */
  const enter = (
    animal: Animal,
    entered: Entered,
    { before, earlier }: Pick<LastEntry, 'before'> & { earlier?: Entry | undefined },
  ) => {
    const { id: worklistId, work, shared } = worklist;
    const event = workEvent({ id: uuidv7(), work, shared, animal, today: today(), products, worklistId, entered });
    const entry = { ...event, createdAt: new Date().toISOString() };
    setMade((all) => [...all, entry]);
    if (earlier) hide(earlier.id);
    dismiss(animal.id);
    setLast({ event: entry, animal, before, state: 'saving' });
    const saved: Promise<unknown> = earlier
      ? whenSent(earlier.id).then((isRecorded) => {
          if (!isRecorded) return record.mutateAsync(event);
          corrected.current.set(event.id, earlier);
          return replace.mutateAsync({ params: { id: earlier.id }, body: event });
        })
      : record.mutateAsync(event);
    sent.current.set(event.id, saved);
    saved.then(
      (reply) => settle(event.id, isWaiting(reply) ? 'waiting' : 'saved'),
      (error: unknown) => {
        giveFeedback('warning');
        hide(event.id);
        const stillThere = corrected.current.get(event.id);
        if (stillThere) showAgain(stillThere.id);
        setLast((shown) => (shown?.event.id === event.id ? undefined : shown));
        const reason = errorMessage(error, 'This could not be recorded');
        setFailed((all) => [...all, { event: entry, animal, before, state: 'failed', reason, lacksReason: isWithheld(error) }]);
      },
    );
  };

  /** Undoing a correction restores the earlier entry. */
  const takeBack = async ({ id }: { readonly id: string }, reason?: string) => {
    hide(id);
    if (!(await whenSent(id))) return;
    const earlier = corrected.current.get(id);
    const again = earlier && contentOf(earlier);
    const params = { id };
    const undone: Promise<unknown> = again
      ? replace.mutateAsync({ params, body: again })
      : undo.mutateAsync({ params, body: { reason } });
    await undone.then(
      () => {
        settle(id, 'undone');
        if (again) setMade((all) => [...all, { ...again, createdAt: new Date().toISOString() }]);
      },
      (error: unknown) => {
        showAgain(id);
        toastFailure(error, 'Could not undo this');
      },
    );
  };
  /** Changes with each entry, undo and failure here. */
  const acts = [made.length, gone.size, failed.length].join(' ');
  return { entries, last, failed, acts, enter, takeBack, dismiss };
}

/** The same with an id of its own. */
function contentOf(entry: Entry): WorkEvent {
  const names = ['kind', ...Object.keys(eventFields), ...Object.keys(eventKinds[entry.kind].fields)];
  return { ...Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name))), id: uuidv7() } as WorkEvent;
}
