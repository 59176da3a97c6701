import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { CalendarDate } from '#domain/dates.ts';
import { isCreateConflict } from '#web/lib/api.ts';
import { useAddBreedingRecords } from './breeding.data.ts';
import { matingBody, RecordIds } from './mating.ts';

/** A female whose record was not kept in the last attempt. */
export interface Refused {
  readonly dam: Animal;
  readonly error: unknown;
}

interface Attempt {
  /** How many records were kept. */
  readonly saved: number;
  readonly refused: readonly Refused[];
}

/** Females that were sent, with the ids of their records, as long as nobody knows what became of them. */
export type Unsettled = ReturnType<RecordIds['unsettled']>;

/** Records one male with several females, one request each. What is tried again keeps its id: no twins. */
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
      // An earlier attempt that arrived after all is kept too, as it was sent then.
      if (error === undefined || isCreateConflict(error)) ids.isKept(dam.id);
      return error === undefined ? [] : [{ dam, error }];
    });
    const made = { saved: mothers.length - refused.length, refused };
    setUnsettled(ids.unsettled());
    setSaving(false);
    setAttempt(made);
    return made;
  };
  return { record, isSaving, attempt, unsettled };
}
