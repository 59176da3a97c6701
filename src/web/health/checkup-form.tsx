import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { healthLabels } from '#domain/animals.ts';
import { gramsOfPounds } from '#domain/weights.ts';
import { fullName } from '#web/herd/animal-labels.ts';
import { doubtOfWeight, useLastWeight } from '#web/herd/last-weight.ts';
import { isCreateConflict } from '#web/lib/api.ts';
import { restored } from '#web/lib/drafts.ts';
import { today } from '#web/lib/today.ts';
import { useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { FormDayField } from '#web/components/form-day-field.tsx';
import { byRules, FormFields, restartForm, SubmitButton } from '#web/components/form.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { RefusedBefore } from '#web/components/refused-before.tsx';
import type { Correction } from '#web/lib/correction.ts';
import { NotSaved } from '#web/components/not-saved.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { type Checkup, checkupBody, validateCheckup, isComplete, missingOf, newCheckup, nextCheckup } from './checkup.ts';
import { AnimalField, ExtrasField, HealthStatusField, NotesField, WeightField } from './checkup-fields.tsx';
import { useAddHealthRecord } from './health.data.ts';
import { weightUnit } from '#web/lib/weight-text.ts';

export type CheckupCorrection = Correction<{ readonly id: string; readonly checkup: Checkup }>;

interface CheckupFormProps {
  readonly animals: readonly Animal[] | undefined;
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
  readonly correction?: CheckupCorrection;
  readonly onSaved?: () => void;
}

interface CheckupDraft {
  readonly animalId?: string | undefined;
  readonly checkup: Checkup;
  readonly keepsExtras: boolean;
  readonly sentId?: string | undefined;
}

const failure = 'Failed to create health record';

const draftName = (correction: CheckupCorrection | undefined): string => correction?.form ?? 'checkup/';

const firstValues = (correction: CheckupCorrection | undefined): Checkup => correction?.checkup ?? newCheckup(today());

const fieldOfPath = (path: string): 'weight' | 'date' | 'healthStatus' | 'notes' | undefined =>
  path === 'weightLbs' ? 'weight' : (['date', 'healthStatus', 'notes'] as const).find((field) => field === path);

export function CheckupForm({ animals, animalId, onPick, correction, onSaved }: CheckupFormProps) {
  const addHealthRecord = useAddHealthRecord();
  // Another animal in the address starts a new form. The draft of the first one stays stored.
  const draft = useDraft<CheckupDraft>(draftName(correction), (kept) => animalId === undefined || kept.animalId === animalId);
  const animal = animals?.find((one) => one.id === animalId);
  const [opened, setOpened] = useState<Checkup>(() => firstValues(correction));
  const form = useForm<Checkup, unknown, Checkup>({
    resolver: byRules((values) => (animal ? validateCheckup(values, animal, today()) : {})),
    defaultValues: restored(opened, draft.stored?.checkup),
  });
  const { control } = form;
  const checkup = useWatch({ control }) as Checkup;
  const [keepsExtras, setKeepsExtras] = useState(draft.stored?.keepsExtras ?? false);
  // One id per record, so that a retry does not record it twice.
  const [sentId, setSentId] = useState(draft.stored?.sentId ?? correction?.id);
  useFormDraft(draft, form, (values) =>
    JSON.stringify(values) === JSON.stringify(opened) ? undefined : { animalId, checkup: values, keepsExtras, sentId },
  );
  const pickKept = useEffectEvent(
    () => draft.stored?.animalId !== undefined && animalId === undefined && onPick(draft.stored.animalId),
  );
  useEffect(() => void pickKept(), []);
  const weighed = useLastWeight(animal?.id);
  const [kept, setKept] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [attempt, setAttempt] = useState<{ error?: unknown }>();
  const picker = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (attempt && !attempt.error) picker.current?.focus();
  }, [attempt]);

  const save = async (values: Checkup) => {
    if (!animal || !isComplete(values)) return;
    const id = sentId ?? uuidv7();
    const body = checkupBody(id, animal.id, values);
    const doubt = doubtOfWeight({ grams: gramsOfPounds(Number(body.weightLbs)), day: values.date }, weighed);
    setKept(values.weight);
    if (doubt !== undefined && kept !== values.weight) {
      form.setError('weight', { type: 'doubt', message: doubt }, { shouldFocus: true });
      return;
    }
    setSaving(true);
    setSentId(id);
    const { saved, error } = await addHealthRecord.mutateAsync(body).then(
      (reply) => ({ saved: reply, error: undefined }),
      (reason: unknown) => ({ saved: undefined, error: reason }),
    );
    setSaving(false);
    setAttempt({ error });
    if (error !== undefined) {
      toastFailure(error, failure);
      if (isCreateConflict(error)) setSentId(undefined);
      return;
    }
    toastSaved(saved, {
      title: 'Health record created successfully',
      description: `${fullName(animal)} · ${values.weight} ${weightUnit()} · ${healthLabels[values.healthStatus]}`,
    });
    if (onSaved) {
      draft.end();
      return onSaved();
    }
    restart(nextCheckup(values, keepsExtras));
    onPick(undefined);
  };

  const restart = (next: Checkup) => {
    draft.end();
    setSentId(undefined);
    setOpened(next);
    restartForm(form, next);
  };

  const isReady = animal !== undefined && isComplete(checkup);
  const saveOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    // Enter does nothing by default in a group of radio buttons.
    const isChoice = event.target instanceof HTMLElement && event.target.role === 'radio';
    if (event.key === 'Enter' && isChoice && isReady) event.currentTarget.requestSubmit();
  };

  return (
    <FormCard
      form={form}
      title="Add Health Record"
      aria-busy={isSaving}
      onSubmit={save}
      onKeyDown={saveOnEnter}
      footer={
        <>
          {attempt?.error !== undefined && !isSaving && <NotSaved error={attempt.error} fallback={failure} />}
          <SubmitButton
            className="w-full"
            busy={isSaving}
            busyLabel="Saving..."
            missing={animal ? missingOf(checkup) : 'Choose an animal'}
          >
            Save Health Record
          </SubmitButton>
        </>
      }
    >
      {correction && <RefusedBefore error={correction.error} form={form} fieldOf={fieldOfPath} />}
      {draft.stored && <DraftNotice onDiscard={() => restart(firstValues(correction))} />}
      <FormFields isSaving={isSaving} className="grid grid-cols-[2fr_3fr] gap-x-3 gap-y-4 sm:grid-cols-2">
        <AnimalField ref={picker} animals={animals} animalId={animalId} onPick={onPick} />
        <WeightField control={control} last={weighed} />
        <FormDayField control={control} name="date" label="Date" max={today()} />
        <HealthStatusField control={control} />
        <ExtrasField control={control} isKept={keepsExtras} onKeep={setKeepsExtras} />
        <NotesField control={control} />
      </FormFields>
    </FormCard>
  );
}
