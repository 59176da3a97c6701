import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { healthLabels } from '#domain/records/animals.ts';
import { gramsOfPounds } from '#domain/values/weights.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { useWeightDoubt } from '#web/herd/care/last-weight.ts';
import { today } from '#web/lib/text/today.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, FormFields, SubmitButton } from '#web/components/forms/form.tsx';
import { FormCard } from '#web/components/forms/form-beside-list.tsx';
import { type RecordCorrection, RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { type Checkup, checkupBody, validateCheckup, isComplete, missingOf, newCheckup, nextCheckup } from './checkup.ts';
import { AnimalField, ExtrasField, HealthStatusField, NotesField, WeightField } from './checkup-fields.tsx';
import { weightUnit } from '#web/lib/text/weight-text.ts';
import { useCall } from '#web/lib/server/use-call.ts';

export type CheckupCorrection = RecordCorrection<HealthRecord, Checkup>;

interface CheckupFormProps {
  readonly animals: readonly Animal[] | undefined;
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
  readonly correction?: CheckupCorrection;
  readonly onSaved?: () => void;
}

const fieldOfPath = (path: string): 'weight' | 'date' | 'healthStatus' | 'notes' | undefined =>
  path === 'weightLbs' ? 'weight' : (['date', 'healthStatus', 'notes'] as const).find((field) => field === path);

export function CheckupForm({ animals, animalId, onPick, correction, onSaved }: CheckupFormProps) {
  const addHealthRecord = useCall('addHealthRecord');
  const animal = animals?.find((one) => one.id === animalId);
  const { weighed, isDoubted } = useWeightDoubt(animal?.id);
  const isSaved = useRef(false);
  const record = useRecordForm<HealthRecord, Checkup, Checkup, HealthRecord>({
    failure: 'Failed to create health record',
    isFailureToasted: true,
    valuesOf: () => newCheckup(today()),
    resolver: byRules((values) => (animal ? validateCheckup(values, animal, today()) : {})),
    fieldOf: fieldOfPath,
    correction,
    draft: { form: 'checkup/' },
    // Another animal in the address starts a new form. The draft of the first one stays stored.
    continues: ({ values }) => animalId === undefined || values.animalId === animalId,
    send: async (values, { id }): Promise<HealthRecord | undefined> => {
      if (!animal || !isComplete(values)) return undefined;
      const body = checkupBody(id, animal.id, values);
      const given = { grams: gramsOfPounds(body.weightLbs), day: values.date };
      return isDoubted(form, 'weight', given) ? undefined : addHealthRecord.mutateAsync({ body });
    },
    onSaved: (saved) => {
      const { weight, healthStatus } = form.getValues();
      toastSaved(saved, {
        title: 'Health record created successfully',
        description: animal && healthStatus && `${fullName(animal)} · ${weight} ${weightUnit()} · ${healthLabels[healthStatus]}`,
      });
      if (onSaved) return onSaved();
      isSaved.current = true;
      record.restart(undefined, nextCheckup(form.getValues()));
      return onPick(undefined);
    },
  });
  const { form, submit, failed, failure } = record;
  const { control, setValue } = form;
  const checkup = useWatch({ control }) as Checkup;
  const { isSubmitting } = useFormState({ control });
  const showKept = useEffectEvent(() => animalId === undefined && record.kept?.animalId && onPick(record.kept.animalId));
  useEffect(() => void showKept(), []);
  const keptFor = checkup.animalId;
  useEffect(() => {
    if (keptFor !== animalId) setValue('animalId', animalId);
  }, [keptFor, animalId, setValue]);
  const picker = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSaved.current || isSubmitting) return;
    isSaved.current = false;
    picker.current?.focus();
  });

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
      aria-busy={isSubmitting}
      onSubmit={submit}
      fieldOf={fieldOfPath}
      onKeyDown={saveOnEnter}
      footer={
        <>
          {failed !== undefined && !isSubmitting && <NotSaved error={failed} fallback={failure} />}
          <SubmitButton className="w-full" busyLabel="Saving..." missing={animal ? missingOf(checkup) : 'Choose an animal'}>
            Save Health Record
          </SubmitButton>
        </>
      }
    >
      <RecordNotices record={record} />
      <FormFields className="grid grid-cols-[2fr_3fr] gap-x-3 gap-y-4 sm:grid-cols-2">
        <AnimalField ref={picker} animals={animals} animalId={animalId} onPick={onPick} />
        <WeightField control={control} last={weighed} />
        <FormDayField control={control} name="date" label="Date" max={today()} />
        <HealthStatusField control={control} />
        <ExtrasField control={control} />
        <NotesField control={control} />
      </FormFields>
    </FormCard>
  );
}
