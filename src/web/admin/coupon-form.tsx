import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { FormDayField } from '#web/components/form-day-field.tsx';
import { byRules, restartForm, SubmitButton, TextField } from '#web/components/form.tsx';
import { useDraft } from '#web/components/use-draft.ts';
import { useFormDraft } from '#web/components/use-form-draft.ts';
import { ApiError } from '#web/lib/api.ts';
import { restored } from '#web/lib/drafts.ts';
import { unreadableDay } from '#web/lib/unreadable-day.ts';
import { toast } from '#web/lib/use-toast.ts';
import { upperCase } from '#web/ui/upper-case.ts';
import { useAddCoupon } from './admin.data.ts';

const empty = { code: '', percent: '', validUntil: '' };

/** Violations are shown in a toast, as specified. */
const validate = ({ code, percent, validUntil }: typeof empty) => ({
  ...(code.trim() === '' && { code: '' }),
  ...(!(Number(percent) > 0) && { percent: '' }),
  ...(validUntil === unreadableDay && { validUntil: '' }),
});

export function CouponForm() {
  const draft = useDraft<{ entries: typeof empty; sentId?: string | undefined }>('coupon');
  const [opened] = useState(() => restored(empty, draft.stored?.entries));
  const form = useForm({ resolver: byRules(validate), defaultValues: opened });
  const { control } = form;
  // The same id until the server has answered, so that a retry does not create the coupon twice.
  const [sentId, setSentId] = useState(draft.stored?.sentId);
  useFormDraft(draft, form, (entries) =>
    entries.code + entries.percent + entries.validUntil === '' ? undefined : { entries, sentId },
  );
  const restart = () => {
    draft.end();
    restartForm(form, empty);
    setSentId(undefined);
  };
  const { mutateAsync: add } = useAddCoupon();

  const submit = async ({ code, percent, validUntil }: typeof empty) => {
    const id = sentId ?? uuidv7();
    setSentId(id);
    try {
      await add({
        id,
        code: code.trim().toUpperCase(),
        discountPercent: Number(percent),
        validUntil: validUntil === '' ? null : validUntil,
      });
      restart();
    } catch (error) {
      if (error instanceof ApiError) setSentId(undefined);
    }
  };

  return (
    <FormCard
      title="New coupon"
      form={form}
      onSubmit={submit}
      onInvalid={() => toast({ title: 'Error', description: 'Please enter valid coupon details', variant: 'destructive' })}
      footer={<SubmitButton busyLabel="Adding...">Create Coupon</SubmitButton>}
      className="flex flex-col gap-5"
    >
      {draft.stored && <DraftNotice onDiscard={restart} />}
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
