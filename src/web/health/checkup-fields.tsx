import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { HealthRecord } from '#contract/health.ts';
import { type HealthStatus, healthLabels, healthStatuses } from '#domain/animals.ts';
import { type CheckupExtras, extraLabels, maxHealthNotes } from '#domain/health-records.ts';
import { codePointLength } from '#domain/text.ts';
import { animalOption, byTag } from '#web/herd/animal-options.tsx';
import { shortDate } from '#web/lib/format.ts';
import { today } from '#web/lib/today.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { DayField } from '#web/components/day-field.tsx';
import { Field, GroupField } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { hasAny, limitNotes } from './checkup.ts';

const wholeRow = 'col-span-2';

interface AnimalFieldProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly animals: readonly Animal[] | undefined;
  readonly animalId: string | undefined;
  readonly onPick: (animalId: string | undefined) => void;
}

export function AnimalField({ ref, animals, animalId, onPick }: AnimalFieldProps) {
  const options = animals?.toSorted(byTag).map(animalOption) ?? [];
  const isUnknown = animals !== undefined && animalId !== undefined && !animals.some(({ id }) => id === animalId);
  return (
    <Field
      label="Animal"
      className={wholeRow}
      hint={animals?.length === 0 && <NoAnimals />}
      error={isUnknown ? 'This animal is none of your active ones. Choose one of them.' : undefined}
    >
      {(control) => (
        <Combobox
          {...control}
          ref={ref}
          options={options}
          value={animalId ?? null}
          onChange={(id) => onPick(id ?? undefined)}
          placeholder={animals ? 'Choose an animal' : 'Loading animals...'}
          searchPlaceholder="Search by tag, name or breed"
          emptyText="No active animal found"
          clearLabel="Choose no animal"
          disabled={!animals}
        />
      )}
    </Field>
  );
}

const NoAnimals = () => (
  <>
    There are no active animals yet.{' '}
    <Link to="/animals" className="font-semibold text-primary underline underline-offset-4">
      Add an animal
    </Link>
  </>
);

interface WeightFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  /** The record that says what the animal weighed last. */
  readonly last: HealthRecord | undefined;
  readonly onChange: (weight: string) => void;
}

export function WeightField({ value, error, last, onChange }: WeightFieldProps) {
  return (
    <Field label="Weight (lbs)" error={error} hint={last && `Last ${last.weightLbs} lbs, ${shortDate(last.date)}`}>
      {(control) => (
        <Input
          {...control}
          name="weight"
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface DateFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (date: string) => void;
}

export function DateField({ value, error, onChange }: DateFieldProps) {
  return <DayField label="Date" name="date" max={today()} value={value} error={error} onChange={onChange} />;
}

interface HealthStatusFieldProps {
  readonly value: HealthStatus | undefined;
  readonly onChange: (status: HealthStatus) => void;
}

/** Five big answers; on the keyboard also the keys 1 to 5. */
export function HealthStatusField({ value, onChange }: HealthStatusFieldProps) {
  return (
    <GroupField label="Health status" className={wholeRow}>
      {(control) => (
        // The choices hear the arrows themselves; digits reach them from here.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          onKeyDown={(event) => {
            const status = healthStatuses.find((one) => one === event.key);
            if (status) onChange(status);
          }}
        >
          <Choice
            {...control}
            options={choices}
            value={value}
            onChange={onChange}
            // Poor and fair in a row of their own where five do not fit side by side.
            layout="own"
            className="grid-cols-6 [&>button]:col-span-2 [&>button]:px-1 [&>button:nth-of-type(-n+2)]:col-span-3 @md:grid-cols-5 @md:[&>button:nth-of-type(n)]:col-span-1"
          />
        </div>
      )}
    </GroupField>
  );
}

const choices = healthStatuses.map((status) => ({
  value: status,
  label: (
    <span className="flex flex-col items-center py-1 leading-tight">
      <span className="tag text-lg">{status}</span>
      <span className="text-sm">{healthLabels[status]}</span>
    </span>
  ),
}));

interface ExtrasFieldProps {
  readonly value: CheckupExtras;
  readonly onChange: (extras: CheckupExtras) => void;
  readonly isKept: boolean;
  readonly onKeep: (isKept: boolean) => void;
}

export function ExtrasField({ value, onChange, isKept, onKeep }: ExtrasFieldProps) {
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
              checked={isKept}
              onCheckedChange={(checked) => onKeep(checked === true)}
            >
              Keep ticked for the next animal
            </CheckboxLine>
          )}
        </fieldset>
      )}
    </GroupField>
  );
}

interface NotesFieldProps {
  readonly value: string;
  readonly onChange: (notes: string) => void;
}

export function NotesField({ value, onChange }: NotesFieldProps) {
  const length = codePointLength(value);
  return (
    <Field
      label="Notes"
      className={wholeRow}
      hint={
        <span className={length === maxHealthNotes ? 'font-semibold text-foreground' : undefined}>
          <span className="tabular-nums">
            {length}/{maxHealthNotes}
          </span>
          {length === maxHealthNotes && ' Nothing more fits.'}
        </span>
      }
    >
      {(control) => (
        <Textarea {...control} room="medium" value={value} onChange={(event) => onChange(limitNotes(event.target.value))} />
      )}
    </Field>
  );
}
