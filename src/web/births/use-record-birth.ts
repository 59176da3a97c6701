import type { Animal } from '#contract/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useRecordEvent, useUndoEvent } from '#web/journal/journal.data.ts';
import { toastSaved, toastUndone } from '#web/lib/toast-saved.ts';
import { toastFailure, toPlans } from '#web/lib/toast-failure.ts';
import { type birthEvent, waitingText } from './litter.ts';

interface BirthToRecord {
  readonly birth: ReturnType<typeof birthEvent>;
  readonly text: string;
  /** As in the call; undefined: the person knows of every birth. */
  readonly knownBirthDays: string[] | undefined;
}

/** Rejects if the birth is not recorded. */
export function useRecordBirth(dam: Animal) {
  const record = useRecordEvent();
  const undo = useUndoEvent();
  return async ({ birth, text, knownBirthDays }: BirthToRecord) => {
    const saved = await record.mutateAsync({ ...birth, knownBirthDays });
    // The form has closed by then, so callbacks of `mutate` would not be called.
    const onPress = () =>
      void undo.mutateAsync({ event: saved }).then(
        (undone) => toastUndone(undone, fullName(dam)),
        (error: unknown) => toastFailure(error, 'Could not undo this'),
      );
    toastSaved(saved, {
      title: 'Recorded',
      description: [`${fullName(dam)}: ${text}`, saved.kind === 'birth' && waitingText(saved.young, dam.species)]
        .filter(Boolean)
        .join('. '),
      action: { label: 'Undo', onPress },
      ...(saved.kind === 'birth' && saved.young.some(({ waits }) => waits) && { other: toPlans }),
    });
    return saved;
  };
}
