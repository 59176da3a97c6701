import type { Animal } from '#contract/animals.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useRecordEvent, useUndoEvent } from '#web/journal/journal.data.ts';
import { toastUndoable } from '#web/lib/toast-saved.ts';
import { toPlans } from '#web/lib/toast-failure.ts';
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
    const description = [`${fullName(dam)}: ${text}`, saved.kind === 'birth' && waitingText(saved.young, dam.species)];
    const other = saved.kind === 'birth' && saved.young.some(({ waits }) => waits) && { other: toPlans };
    toastUndoable(
      saved,
      { title: 'Recorded', description: description.filter(Boolean).join('. '), ...other },
      () => undo.mutateAsync({ event: saved }),
      fullName(dam),
    );
    return saved;
  };
}
