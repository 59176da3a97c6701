import { type FormEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormCard } from '#web/ui/form-beside-list.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/use-toast.ts';
import { useAddCoupon } from './admin.data.ts';

const empty = { code: '', percent: '', validUntil: '' };

export function CouponForm() {
  const [entries, setEntries] = useState(empty);
  // The same until the server has answered: sent again after a lost answer, it makes nothing twice.
  const [id, setId] = useState(uuidv7);
  const { mutate: add, isPending } = useAddCoupon();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = entries.code.trim();
    const discountPercent = Number(entries.percent);
    if (code === '' || !(discountPercent > 0)) {
      toast({ title: 'Error', description: 'Please enter valid coupon details', variant: 'destructive' });
      return;
    }
    add(
      { id, code: code.toUpperCase(), discountPercent, validUntil: entries.validUntil === '' ? null : entries.validUntil },
      {
        onSuccess: () => {
          setEntries(empty);
          setId(uuidv7());
        },
        onError: (error) => error instanceof ApiError && setId(uuidv7()),
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
        <Field label="Valid until" optional hint="The whole day counts, in UTC. Leave it empty for no expiry.">
          {(control) => <Input {...control} {...entry('validUntil')} type="date" />}
        </Field>
      </div>
    </FormCard>
  );
}
