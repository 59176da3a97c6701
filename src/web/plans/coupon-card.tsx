import { TicketPercent } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';
import { Label } from '#web/ui/label.tsx';
import { toast } from '#web/lib/use-toast.ts';
import type { Coupon } from './coupon.ts';
import { useValidateCoupon } from './plans.data.ts';

interface CouponCardProps {
  coupon: Coupon | null;
  onChange: (coupon: Coupon | null) => void;
}

export function CouponCard({ coupon, onChange }: CouponCardProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const validation = useValidateCoupon((valid) => {
    // What was typed while the answer was on its way was not asked for.
    setTyped(valid.code);
    onChange(valid);
  });

  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // A keyboard that is still composing a word would lose its place; it is raised when the word is done.
    if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) raise(target);
    setTyped(target.value);
  };

  const apply = (event: FormEvent) => {
    event.preventDefault();
    const code = typed.trim();
    if (code === '') {
      toast({ title: 'Enter a coupon code', description: 'Please enter a coupon code to validate', variant: 'destructive' });
      return;
    }
    validation.mutate(code);
  };
  const remove = () => {
    onChange(null);
    setTyped('');
    // It can be typed in again only once it is drawn so.
    requestAnimationFrame(() => input.current?.focus());
  };

  return (
    <form
      noValidate
      onSubmit={apply}
      className="flex w-full max-w-lg flex-col gap-1.5 rounded-2xl border bg-card px-5 py-4 shadow-card"
    >
      <Label htmlFor={id} className="flex items-center gap-2">
        <TicketPercent aria-hidden className="size-5 text-muted-foreground" />
        Coupon code
      </Label>
      <div className="flex gap-2.5">
        <Input
          ref={input}
          id={id}
          value={coupon?.code ?? typed}
          disabled={coupon !== null}
          onChange={type}
          onCompositionEnd={({ currentTarget }) => {
            raise(currentTarget);
            setTyped(currentTarget.value);
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          className="tag flex-1 uppercase"
        />
        <Button type="submit" variant="outline" busy={validation.isPending} disabled={coupon !== null}>
          Apply
        </Button>
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
    </form>
  );
}

/** Upper case as it is typed, with the caret where it was. */
function raise(input: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = input;
  const raised = value.toUpperCase();
  if (raised === value) return;
  input.value = raised;
  // 'ß' becomes two letters.
  const lengthOf = (end: number | null) => value.slice(0, end ?? undefined).toUpperCase().length;
  input.setSelectionRange(lengthOf(selectionStart), lengthOf(selectionEnd));
}

// The button that was pressed is disabled now.
const focusOn = (button: HTMLButtonElement | null) => button?.focus();
