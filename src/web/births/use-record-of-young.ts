import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useRecordEvent, useUndoEvent } from '#web/journal/journal.data.ts';
import { today } from '#web/lib/text/today.ts';
import { toastUndoable } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

type OfYoung =
  | { readonly kind: 'death' }
  | { readonly kind: 'birthCheck'; readonly check: string; readonly time: string }
  | { readonly kind: 'fostering'; readonly rearedById?: string; readonly isBottleFed?: boolean };

/** Records something about a young animal with one tap, and offers Undo. */
export function useRecordOfYoung() {
  const record = useRecordEvent();
  const undo = useUndoEvent();
  return (young: Animal, event: OfYoung, text: string): Promise<void> => {
    const description = `${fullName(young)}: ${text}`;
    // The animal may have left the list by the time of the answer, so callbacks of `mutate` would not be called.
    return record.mutateAsync({ ...event, id: uuidv7(), animalId: young.id, day: today() }).then(
      (saved) => toastUndoable(saved, { title: 'Recorded', description }, () => undo.mutateAsync({ event: saved })),
      (error: unknown) => toastFailure(error, 'Could not record this'),
    );
  };
}
