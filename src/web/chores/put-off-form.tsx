import { useForm, useWatch } from 'react-hook-form';
import { reasonsToPutOff } from '#domain/records/chores.ts';
import { addDays, isCalendarDate } from '#domain/values/dates.ts';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { ChoiceField } from '#web/components/forms/form-fields.tsx';
import { byRules, FormFields, TextField } from '#web/components/forms/form.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { today } from '#web/lib/text/today.ts';
import { type ToPutOff, usePutOff } from './chores.data.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';

interface PutOffFormProps extends Pick<OpenProps, 'onClose'> {
  readonly task: ToPutOff;
  readonly title: string;
}

const other = 'Other';

interface Values {
  to: string;
  reason: string;
  ownReason: string;
}

const reasons = [...reasonsToPutOff, other].map((value) => ({ value, label: value }));

const chosen = ({ reason, ownReason }: Values): string => (reason === other ? ownReason.trim() : reason);

export function PutOffForm({ task, title, onClose }: PutOffFormProps) {
  const now = today();
  const putOff = usePutOff();
  const form = useForm<Values, unknown, Values>({
    defaultValues: { to: addDays(now, 1), reason: '', ownReason: '' },
    resolver: byRules<Values>((values) => ({
      ...((!isCalendarDate(values.to) || values.to <= now) && { to: 'Choose a later day' }),
      ...(values.reason === '' && { reason: 'Choose a reason' }),
      ...(values.reason === other && values.ownReason.trim() === '' && { ownReason: 'Say why' }),
    })),
  });
  const { control } = form;
  const [to, reason] = useWatch({ control, name: ['to', 'reason'] });
  const save = async (values: Values) => {
    const because = chosen(values);
    const reply = await putOff.mutateAsync({ task, title, to: values.to, reason: because });
    onClose();
    toastSaved(reply, { title: `Put off to ${dayText(values.to, now)}`, description: `${title}: ${because}` });
  };
  return (
    <DialogForm
      form={form}
      onSubmit={save}
      submitLabel={isCalendarDate(to) && to > now ? `Put off to ${dayText(to, now)}` : 'Put off'}
      busyLabel="Saving..."
      failure="Could not put this off"
    >
      <FormFields className="flex flex-col gap-5">
        <FormDayField control={control} name="to" label="To which day" min={addDays(now, 1)} />
        <ChoiceField control={control} name="reason" label="Why" options={reasons} layout="wrapped" />
        {reason === other && <TextField control={control} name="ownReason" label="Reason" maxLength={100} />}
      </FormFields>
    </DialogForm>
  );
}
