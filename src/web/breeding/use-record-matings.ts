import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { isCreateConflict } from '#web/lib/api.ts';
import { isWaiting } from '#web/lib/waiting-reply.ts';
import { useAddBreedingRecords } from './breeding.data.ts';
import { matingBody, RecordIds } from './mating.ts';

export interface NotRecordedDam {
  readonly dam: Animal;
  readonly error: unknown;
}

interface Attempt {
  readonly saved: number;
  readonly refused: readonly NotRecordedDam[];
  /** A record that is waiting in this browser, if any. */
  readonly waiting: BreedingRecord | undefined;
}

export type Unsettled = ReturnType<RecordIds['unsettled']>;

export function useRecordMatings(known: Unsettled = []) {
  const addRecords = useAddBreedingRecords();
  const [ids] = useState(() => new RecordIds(uuidv7, known));
  const [unsettled, setUnsettled] = useState(known);
  const [isSaving, setSaving] = useState(false);
  const [attempt, setAttempt] = useState<Attempt>();

  const record = async (father: Animal, mothers: readonly Animal[], date: CalendarDate): Promise<Attempt> => {
    setSaving(true);
    const bodies = mothers.map((dam) => matingBody(ids.of(dam.id), father, dam, date));
    setUnsettled(ids.unsettled());
    const outcomes = await addRecords(bodies);
    const refused = mothers.flatMap((dam, index) => {
      const outcome = outcomes[index];
      const error: unknown = outcome?.status === 'rejected' ? outcome.reason : undefined;
      // An earlier attempt whose answer was lost has been saved as it was sent then.
      if (error === undefined || isCreateConflict(error)) ids.settle(dam.id);
      return error === undefined ? [] : [{ dam, error }];
    });
    const recorded = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const made = { saved: recorded.length, refused, waiting: recorded.find(isWaiting) };
    setUnsettled(ids.unsettled());
    setSaving(false);
    setAttempt(made);
    return made;
  };
  return { record, isSaving, attempt, unsettled };
}
