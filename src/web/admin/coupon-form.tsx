import type { AdminCoupon } from '#contract/admin.ts';
import { FormCard } from '#web/components/forms/form-beside-list.tsx';
import { FormDayField } from '#web/components/forms/form-day-field.tsx';
import { byRules, SubmitButton, TextField } from '#web/components/forms/form.tsx';
import { RecordNotices, useRecordForm } from '#web/components/forms/record-form.tsx';
import { unreadableDay } from '#web/lib/forms/unreadable-day.ts';
import { toast } from '#web/lib/use-toast.ts';
import { upperCase } from '#web/ui/upper-case.ts';
import { useAdminCall } from './admin.data.ts';

const empty = { code: '', percent: '', validUntil: '' };

/** Violations are shown in a toast, as specified. */
const validate = ({ code, percent, validUntil }: typeof empty) => ({
  ...(code.trim() === '' && { code: '' }),
  ...(!(Number(percent) > 0) && { percent: '' }),
  ...(validUntil === unreadableDay && { validUntil: '' }),
});

export function CouponForm() {
  const { mutateAsync: add } = useAdminCall('addCoupon', { done: 'Coupon created', failed: 'Failed to create coupon' });
  const record = useRecordForm<never, typeof empty, typeof empty, AdminCoupon>({
    failure: 'Failed to create coupon',
    valuesOf: () => empty,
    resolver: byRules(validate),
    draft: { form: 'coupon' },
    send: ({ code, percent, validUntil }, { id }) =>
      add({
        body: {
          id,
          code: code.trim().toUpperCase(),
          discountPercent: Number(percent),
          validUntil: validUntil === '' ? null : validUntil,
        },
      }),
    onSaved: () => {
      record.restart();
    },
  });
  const { form, submit } = record;
  const { control } = form;

  return (
    <FormCard
      title="New coupon"
      form={form}
      onSubmit={submit}
      onInvalid={() => toast({ title: 'Error', description: 'Please enter valid coupon details', variant: 'destructive' })}
      footer={<SubmitButton busyLabel="Adding...">Create Coupon</SubmitButton>}
      className="flex flex-col gap-5"
    >
      <RecordNotices record={record} />
      <TextField
        control={control}
        name="code"
        label="Coupon code"
        correct={upperCase}
        maxLength={64}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        control={control}
        name="percent"
        label="Discount percent"
        hint="A whole number from 1 to 100. 100 gives the plan away."
        inputMode="numeric"
      />
      <FormDayField
        control={control}
        name="validUntil"
        label="Valid until"
        optional
        hint="The whole day counts, in UTC. Leave it empty for no expiry."
      />
    </FormCard>
  );
}
