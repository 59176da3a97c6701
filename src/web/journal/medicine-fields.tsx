import { type Control, useFormContext, useWatch } from 'react-hook-form';
import type { NewEvent } from '#contract/events.ts';
import { eventKinds } from '#domain/records/events.ts';
import { infosOf } from '#domain/records/fields.ts';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { TextField } from '#web/components/forms/form.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import type { EventFormValues } from './event-form-values.ts';

interface MedicineFieldProps {
  readonly control: Control<EventFormValues, unknown, NewEvent>;
  readonly label: string;
}

/** Warns about an expired batch but does not block it: the farmer decides. */
export function ExpiryField({ control, label }: MedicineFieldProps) {
  const [expiry, day] = useWatch({ control, name: ['expiry', 'day'] }) as (string | undefined)[];
  const isExpired = Boolean(expiry && day && expiry < day);
  return (
    <FormDayField
      control={control}
      name={'expiry' as never}
      label={label}
      optional
      hint={
        isExpired && <span className="font-medium text-destructive">This batch expired on {dayText(expiry ?? '', today())}</span>
      }
    />
  );
}

const { doses, everyDays } = infosOf(eventKinds.treatment.fields);

/** `Once a day for 3 days` is the first of three doses, each a day after the other. */
export function CourseFields({ control, label }: MedicineFieldProps) {
  const { setValue } = useFormContext<EventFormValues>();
  const [isOpen, every] = useWatch({ control, name: ['courseOpen', 'everyDays'] }) as [boolean, string];
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <CheckboxLine
        checked={isOpen}
        onCheckedChange={(checked) => {
          setValue('courseOpen', checked === true);
          if (checked === true && every === '') setValue('everyDays', '1');
        }}
      >
        {label}
      </CheckboxLine>
      {isOpen && (
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            control={control}
            name={'doses' as never}
            label={doses.label}
            hint="Including this one. Leave empty if not known yet"
            inputMode="numeric"
            inputClassName="tabular-nums"
          />
          <TextField
            control={control}
            name={'everyDays' as never}
            label={everyDays.label}
            hint="Such as 1 for once a day"
            inputMode="numeric"
            inputClassName="tabular-nums"
          />
        </div>
      )}
    </div>
  );
}
