import type { Ref } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { Animal } from '#contract/animals.ts';
import { healthLabels, healthStatuses } from '#domain/records/animals.ts';
import { type CheckupExtras, extraLabels, maxHealthNotes } from '#domain/records/health-records.ts';
import { codePointLength } from '#domain/values/text-length.ts';
import { NoActiveAnimals } from '#web/herd/animal/no-active-animals.tsx';
import { byTag, useAnimalOption } from '#web/herd/animal/animal-options.tsx';
import type { Weighed } from '#web/herd/care/last-weight.ts';
import { shortDate } from '#web/lib/text/format.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { LabelledCombobox } from '#web/ui/combobox.tsx';
import { TextField } from '#web/components/forms/form.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { type Checkup, hasAny, limitNotes } from './checkup.ts';
import { labelInUnit, weightText } from '#web/lib/text/weight-text.ts';

const wholeRow = 'col-span-2';

interface AnimalFieldProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly animals: readonly Animal[] | undefined;
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
}

export function AnimalField({ ref, animals, animalId, onPick }: AnimalFieldProps) {
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

export const WeightField = ({ control, last }: CheckupFieldProps & { last: Weighed | null }) => (
  <TextField
    control={control}
    name="weight"
    label={labelInUnit('Weight (lbs)')}
    hint={last && `Last ${weightText(last.grams)}, ${shortDate(last.day)}`}
    inputMode="decimal"
  />
);

export function HealthStatusField({ control: form }: CheckupFieldProps) {
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

export function ExtrasField({ control: form }: CheckupFieldProps) {
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

export function NotesField({ control: form }: CheckupFieldProps) {
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
