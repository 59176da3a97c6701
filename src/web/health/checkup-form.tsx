import { type KeyboardEvent, useEffect, useEffectEvent, useRef, type Ref } from 'react';
import { useFormState, useWatch, type Control, useController } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { healthLabels, healthStatuses } from '#domain/records/animals.ts';
import { gramsOfPounds } from '#domain/values/weights.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { CheckupWithdrawal } from '#web/herd/care/checkup-withdrawal.tsx';
import { useWeightDoubt, type Weighed } from '#web/herd/care/last-weight.ts';
import { today } from '#web/lib/text/today.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, FormFields, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { FormCard } from '#web/components/forms/form-beside-list.tsx';
import { type RecordCorrection, RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { NotSaved } from '#web/components/forms/not-saved.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import {
  type Checkup,
  checkupBody,
  validateCheckup,
  isComplete,
  missingOf,
  newCheckup,
  nextCheckup,
  hasAny,
  limitNotes,
} from './checkup.ts';
import { weightUnit, labelInUnit, knownWeightText } from '#web/lib/text/weight-text.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { type CheckupExtras, extraLabels, maxHealthNotes } from '#domain/records/health-records.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { NoActiveAnimals } from '#web/herd/animal/no-active-animals.tsx';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import { shortDate } from '#web/lib/text/format.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

export type CheckupCorrection = RecordCorrection<HealthRecord, Checkup>;

interface CheckupFormProps {
  readonly animals: readonly Animal[] | undefined;
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
  readonly correction?: CheckupCorrection;
  readonly onSaved?: () => void;
}

const sameNames = ['date', 'healthStatus', 'meatWithdrawalDays', 'milkWithdrawalDays', 'notes'] as const;
const fieldOfPath = (path: string): 'weight' | (typeof sameNames)[number] | undefined =>
  path === 'weightLbs' ? 'weight' : sameNames.find((field) => field === path);

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
        <CheckupWithdrawal given={{ medication: '', ...checkup.extras }} />
        <NotesField control={control} />
      </FormFields>
    </FormCard>
  );
}

const wholeRow = 'col-span-2';

interface AnimalFieldProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly animals: readonly Animal[] | undefined;
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
}

function AnimalField({ ref, animals, animalId, onPick }: AnimalFieldProps) {
  const optionOf = useAnimalOption();
  const options = animals?.toSorted(byTag).map(optionOf) ?? [];
  const isUnknown = animals !== undefined && animalId !== undefined && !animals.some(({ id }) => id === animalId);
  return (
    <LabelledCombobox
      label="Animal"
      fieldClassName={wholeRow}
      hint={animals?.length === 0 && <NoActiveAnimals what="animals" />}
      error={isUnknown ? 'This is not one of your active animals. Choose another one.' : undefined}
      ref={ref}
      options={options}
      value={animalId ?? null}
      onChange={(id) => onPick(id ?? undefined)}
      placeholder={animals ? 'Choose an animal' : 'Loading animals...'}
      searchPlaceholder="Search by tag, name or breed"
      emptyText="No active animal found"
      clearLabel="Clear the animal"
      disabled={!animals}
    />
  );
}

interface CheckupFieldProps {
  readonly control: Control<Checkup, unknown, Checkup>;
}

const WeightField = ({ control, last }: CheckupFieldProps & { last: Weighed | null }) => (
  <TextField
    control={control}
    name="weight"
    label={labelInUnit('Weight (lbs)')}
    hint={last && `Last ${knownWeightText(last)}, ${shortDate(last.day)}`}
    inputMode="decimal"
  />
);

function HealthStatusField({ control: form }: CheckupFieldProps) {
  const { field } = useController({ control: form, name: 'healthStatus' });
  return (
    <GroupField label="Health status" className={wholeRow}>
      {(control) => (
        // The radio group handles arrow keys; digits are handled here.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          onKeyDown={(event) => {
            const status = healthStatuses.find((one) => one === event.key);
            if (status) field.onChange(status);
          }}
        >
          <Steps {...control} steps={steps} value={field.value ?? ''} onChange={field.onChange} />
        </div>
      )}
    </GroupField>
  );
}

const steps = healthStatuses.map((status) => ({
  value: status,
  label: <span className="text-lg">{status}</span>,
  word: healthLabels[status],
  line: `var(--grade-${status})`,
}));

function ExtrasField({ control: form }: CheckupFieldProps) {
  const kept = useController({ control: form, name: 'keepsExtras' }).field;
  const { value, onChange } = useController({ control: form, name: 'extras' }).field;
  return (
    <GroupField label="Also done" className={wholeRow}>
      {(control) => (
        <fieldset {...control} className="min-w-0 flex flex-col">
          <div className="flex flex-wrap gap-x-4">
            {(Object.keys(extraLabels) as (keyof CheckupExtras)[]).map((extra) => (
              <CheckboxLine
                key={extra}
                isTight
                checked={value[extra]}
                onCheckedChange={(checked) => onChange({ ...value, [extra]: checked === true })}
              >
                {extraLabels[extra]}
              </CheckboxLine>
            ))}
          </div>
          {hasAny(value) && (
            <CheckboxLine
              className="rounded-lg bg-secondary px-3"
              checked={kept.value}
              onCheckedChange={(checked) => kept.onChange(checked === true)}
            >
              Keep ticked for the next animal
            </CheckboxLine>
          )}
        </fieldset>
      )}
    </GroupField>
  );
}

function NotesField({ control: form }: CheckupFieldProps) {
  const { value, onChange } = useController({ control: form, name: 'notes' }).field;
  const length = codePointLength(value);
  return (
    <Field
      label="Notes"
      className={wholeRow}
      hint={
        <span className={length === maxHealthNotes ? 'font-semibold text-foreground' : undefined}>
          <span>
            {length}/{maxHealthNotes}
          </span>
          {length === maxHealthNotes && ' The note is full.'}
        </span>
      }
    >
      {(control) => (
        <Textarea {...control} room="medium" value={value} onChange={(event) => onChange(limitNotes(event.target.value))} />
      )}
    </Field>
  );
}
