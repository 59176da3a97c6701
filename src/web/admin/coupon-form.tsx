import { type FormEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '#web/lib/api.ts';
import { restored } from '#web/lib/drafts.ts';
import { unreadableDay } from '#web/lib/unreadable-day.ts';
import { useDraft, useKeptDraft } from '#web/components/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { DayField } from '#web/components/day-field.tsx';
import { DraftNotice } from '#web/components/draft-notice.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormCard } from '#web/components/form-beside-list.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { useAddCoupon } from './admin.data.ts';

const empty = { code: '', percent: '', validUntil: '' };

export function CouponForm() {
  const draft = useDraft<{ entries: typeof empty; sentId?: string | undefined }>('coupon');
  const [entries, setEntries] = useState(() => restored(empty, draft.kept?.entries));
  // The same until the server has answered: sent again after a lost answer, it makes nothing twice.
  const [sentId, setSentId] = useState(draft.kept?.sentId);
  const isTyped = entries.code + entries.percent + entries.validUntil !== '';
  useKeptDraft(draft, isTyped ? { entries, sentId } : undefined);
  const begin = () => {
    draft.end();
    setEntries(empty);
    setSentId(undefined);
  };
  const { mutate: add, isPending } = useAddCoupon();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = entries.code.trim();
    const discountPercent = Number(entries.percent);
    if (code === '' || !(discountPercent > 0) || entries.validUntil === unreadableDay) {
      toast({ title: 'Error', description: 'Please enter valid coupon details', variant: 'destructive' });
      return;
    }
    const id = sentId ?? uuidv7();
    setSentId(id);
    add(
      { id, code: code.toUpperCase(), discountPercent, validUntil: entries.validUntil === '' ? null : entries.validUntil },
      {
        onSuccess: begin,
        onError: (error) => error instanceof ApiError && setSentId(undefined),
      },
    );
  };
  const entry = (name: keyof typeof empty) => ({
    value: entries[name],
    disabled: isPending,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setEntries({ ...entries, [name]: name === 'code' ? target.value.toUpperCase() : target.value }),
  });

  return (
    <FormCard
      title="New coupon"
      onSubmit={submit}
      footer={
        <Button type="submit" busy={isPending}>
          {isPending ? 'Adding...' : 'Create Coupon'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {draft.kept && <DraftNotice onDiscard={begin} />}
        <Field label="Coupon code">
          {(control) => (
            <Input
              {...control}
              {...entry('code')}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Discount percent" hint="A whole number from 1 to 100. 100 gives the plan away.">
          {(control) => <Input {...control} {...entry('percent')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <DayField
          label="Valid until"
          optional
          hint="The whole day counts, in UTC. Leave it empty for no expiry."
          value={entries.validUntil}
          onChange={(validUntil) => setEntries({ ...entries, validUntil })}
        />
      </div>
    </FormCard>
  );
}
