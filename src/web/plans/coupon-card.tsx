import { TicketPercent } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Form, SubmitButton } from '#web/components/forms/form.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { Input } from '#web/ui/input.tsx';
import { Label } from '#web/ui/label.tsx';
import { upperCase } from '#web/ui/upper-case.ts';
import { toast } from '#web/lib/use-toast.ts';
import type { Coupon } from './coupon.ts';
import { useValidateCoupon } from './plans.data.ts';

interface CouponCardProps {
  coupon: Coupon | null;
  onChange: (coupon: Coupon | null) => void;
}

export function CouponCard({ coupon, onChange }: CouponCardProps) {
  const id = useId();
  const form = useForm({ defaultValues: { code: '' } });
  const { setValue, setFocus } = form;
  const { onChange: type, ...field } = form.register('code');
  const validation = useValidateCoupon(onChange);
  const appliedCode = coupon?.code;
  useEffect(() => {
    // The answer belongs to an earlier input.
    if (appliedCode !== undefined) setValue('code', appliedCode);
  }, [appliedCode, setValue]);

  const apply = ({ code }: { code: string }) => {
    if (code.trim() !== '') return validation.mutateAsync(code.trim());
    return toast({ title: 'Enter a coupon code', description: 'Please enter a coupon code to validate', variant: 'destructive' });
  };
  const remove = () => {
    onChange(null);
    setValue('code', '');
    // The field accepts the focus only after it is rendered as enabled.
    requestAnimationFrame(() => setFocus('code'));
  };

  return (
    <Form
      form={form}
      onSubmit={apply}
      className="flex w-full max-w-lg flex-col gap-1.5 rounded-2xl border bg-card px-5 py-4 shadow-card"
    >
      <Label htmlFor={id} className="flex items-center gap-2">
        <TicketPercent aria-hidden className="size-5 text-muted-foreground" />
        Coupon code
      </Label>
      <div className="flex gap-2.5">
        <Input
          {...field}
          id={id}
          disabled={coupon !== null}
          onChange={(event) => {
            // Changing the value during composition would break an input method.
            if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) upperCase(event.target);
            void type(event);
          }}
          onCompositionEnd={({ currentTarget }) => {
            upperCase(currentTarget);
            setValue('code', currentTarget.value);
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          className="tag flex-1 uppercase"
        />
        <SubmitButton variant="outline" busyLabel="Apply" disabled={coupon !== null}>
          Apply
        </SubmitButton>
      </div>
      <output className="block">
        {coupon && (
          <p className="flex flex-wrap items-center justify-between gap-2 pt-1">
            <span className="font-medium text-good">
              {coupon.code} takes {coupon.percent}% off every paid plan.
            </span>
            <Button ref={validation.isSuccess ? focusOn : undefined} variant="link" size="bare" className="px-1" onClick={remove}>
              Remove
            </Button>
          </p>
        )}
      </output>
    </Form>
  );
}
