import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { healthLabels } from '#domain/animals.ts';
import { fullName } from '#web/animals/animal-words.ts';
import { arrivedBefore, sentenceOf } from '#web/lib/api.ts';
import { today } from '#web/lib/today.ts';
import { Button } from '#web/ui/button.tsx';
import { FormCard } from '#web/ui/form-beside-list.tsx';
import { NotSaved } from '#web/ui/not-saved.tsx';
import { toast } from '#web/ui/use-toast.ts';
import { type Checkup, checkupBody, type CheckupFaults, faultsOf, isComplete, newCheckup, nextCheckup } from './checkup.ts';
import { AnimalField, DateField, ExtrasField, HealthStatusField, NotesField, WeightField } from './checkup-fields.tsx';
import { useAddHealthRecord } from './health.data.ts';
import { lastWeighing } from './record-history.ts';

interface CheckupFormProps {
  /** Active animals; undefined while they load. */
  readonly animals: readonly Animal[] | undefined;
  readonly records: readonly HealthRecord[];
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
}

const failure = 'Failed to create health record';

/** One animal after the other: when one is saved the day stays, the rest is empty and the next animal can be typed at once. */
export function CheckupForm({ animals, records, animalId, onPick }: CheckupFormProps) {
  const addHealthRecord = useAddHealthRecord();
  const [checkup, setCheckup] = useState<Checkup>(() => newCheckup(today()));
  const [keepsExtras, setKeepsExtras] = useState(false);
  const [faults, setFaults] = useState<CheckupFaults>({});
  // Made once for each record: sent again after a lost answer, it is recorded once.
  const [id, setId] = useState(uuidv7);
  const [isSaving, setSaving] = useState(false);
  const [attempt, setAttempt] = useState<{ error?: unknown }>();
  const picker = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (attempt && !attempt.error) picker.current?.focus();
  }, [attempt]);

  const animal = animals?.find((one) => one.id === animalId);
  const change = (part: Partial<Checkup>) => {
    setCheckup({ ...checkup, ...part });
    setFaults({});
  };

  const save = async () => {
    if (isSaving || !animal || !isComplete(checkup)) return;
    const found = faultsOf(checkup, today());
    setFaults(found);
    if (found.weight ?? found.date) {
      form.current?.querySelector<HTMLElement>(`[name=${found.weight ? 'weight' : 'date'}]`)?.focus();
      return;
    }
    setSaving(true);
    const body = checkupBody(id, animal.id, checkup);
    const error = await addHealthRecord.mutateAsync(body).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    setSaving(false);
    setAttempt({ error });
    if (error !== undefined) {
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, failure) });
      if (arrivedBefore(error)) setId(uuidv7());
      return;
    }
    toast({
      title: 'Health record created successfully',
      description: `${fullName(animal)} · ${body.weightLbs} lbs · ${healthLabels[checkup.healthStatus]}`,
    });
    setId(uuidv7());
    setCheckup(nextCheckup(checkup, keepsExtras));
    onPick(undefined);
  };

  const saveOnEnter = (event: KeyboardEvent) => {
    // In a group of choices Enter does nothing by itself.
    if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.role === 'radio') void save();
  };

  return (
    <FormCard
      ref={form}
      title="Add Health Record"
      aria-busy={isSaving}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={saveOnEnter}
      footer={
        <>
          {attempt?.error !== undefined && !isSaving && <NotSaved error={attempt.error} fallback={failure} />}
          <Button type="submit" size="large" className="w-full" busy={isSaving} disabled={!animal || !isComplete(checkup)}>
            {isSaving ? 'Saving...' : 'Save Health Record'}
          </Button>
        </>
      }
    >
      <fieldset disabled={isSaving} className="min-w-0 grid grid-cols-2 gap-x-3 gap-y-4">
        <AnimalField ref={picker} animals={animals} animalId={animalId} onPick={onPick} />
        <WeightField
          value={checkup.weight}
          error={faults.weight}
          last={animal && lastWeighing(records, animal.id)}
          onChange={(weight) => change({ weight })}
        />
        <DateField value={checkup.date} error={faults.date} onChange={(date) => change({ date })} />
        <HealthStatusField value={checkup.healthStatus} onChange={(healthStatus) => change({ healthStatus })} />
        <ExtrasField
          value={checkup.extras}
          onChange={(extras) => change({ extras })}
          isKept={keepsExtras}
          onKeep={setKeepsExtras}
        />
        <NotesField value={checkup.notes} onChange={(notes) => change({ notes })} />
      </fieldset>
    </FormCard>
  );
}
