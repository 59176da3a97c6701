import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { healthLabels } from '#domain/animals.ts';
import { fullName } from '#web/herd/animal-labels.ts';
import { arrivedBefore, sentenceOf } from '#web/lib/api.ts';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDraft, useKeptDraft } from '#web/components/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { toast } from '#web/lib/use-toast.ts';
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

/** What was typed of a checkup and not saved. */
interface CheckupDraft {
  readonly animalId?: string | undefined;
  readonly checkup: Checkup;
  readonly keepsExtras: boolean;
  /** The id it was sent with, when nobody knows what became of it. */
  readonly sentId?: string | undefined;
}

const failure = 'Failed to create health record';

/** One animal after the other: when one is saved the day stays, the rest is empty and the next animal can be typed at once. */
export function CheckupForm({ animals, records, animalId, onPick }: CheckupFormProps) {
  const addHealthRecord = useAddHealthRecord();
  // Whoever comes for another animal begins afresh; what was typed of the first waits.
  const draft = useDraft<CheckupDraft>('checkup/', (kept) => animalId === undefined || kept.animalId === animalId);
  const [fresh, setFresh] = useState<Checkup>(() => newCheckup(today()));
  const [checkup, setCheckup] = useState<Checkup>(() => restored(fresh, draft.kept?.checkup));
  const [keepsExtras, setKeepsExtras] = useState(draft.kept?.keepsExtras ?? false);
  const [faults, setFaults] = useState<CheckupFaults>({});
  // Made once for each record: sent again after a lost answer, it is recorded once.
  const [sentId, setSentId] = useState(draft.kept?.sentId);
  const isTyped = JSON.stringify(checkup) !== JSON.stringify(fresh);
  useKeptDraft(draft, isTyped ? { animalId, checkup, keepsExtras, sentId } : undefined);
  const pickKept = useEffectEvent(
    () => draft.kept?.animalId !== undefined && animalId === undefined && onPick(draft.kept.animalId),
  );
  useEffect(() => void pickKept(), []);
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
    const found = faultsOf(checkup, animal, today());
    setFaults(found);
    if (found.weight ?? found.date) {
      form.current?.querySelector<HTMLElement>(`[name=${found.weight ? 'weight' : 'date'}]`)?.focus();
      return;
    }
    setSaving(true);
    const id = sentId ?? uuidv7();
    setSentId(id);
    const body = checkupBody(id, animal.id, checkup);
    const error = await addHealthRecord.mutateAsync(body).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    setSaving(false);
    setAttempt({ error });
    if (error !== undefined) {
      toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error, failure) });
      if (arrivedBefore(error)) setSentId(undefined);
      return;
    }
    toast({
      title: 'Health record created successfully',
      description: `${fullName(animal)} · ${body.weightLbs} lbs · ${healthLabels[checkup.healthStatus]}`,
    });
    beginWith(nextCheckup(checkup, keepsExtras));
    onPick(undefined);
  };

  const beginWith = (next: Checkup) => {
    draft.end();
    setSentId(undefined);
    setFresh(next);
    setCheckup(next);
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
      {draft.kept && <DraftNotice onDiscard={() => beginWith(newCheckup(today()))} />}
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
