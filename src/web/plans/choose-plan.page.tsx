import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, LogOut, TicketPercent } from 'lucide-react';
import { useState, useEffect, useId } from 'react';
import type { BillingCycle } from '#domain/accounts/plans.ts';
import { useCurrentUser, useRights } from '#web/lib/session/session.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { SupportLine } from '#web/components/support-line.tsx';
import { Wordmark } from '#web/components/page/wordmark.tsx';
import { CheckoutReturn } from './checkout-return.tsx';
import type { Coupon } from './coupon.ts';
import { PlanCards } from './plan-cards.tsx';
import { parsePlanSearch } from './plan-search.ts';
import { useAppliedCoupon, useValidateCoupon } from './plans.data.ts';
import { useForm } from 'react-hook-form';
import { Form, SubmitButton } from '#web/components/forms/form.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { Input } from '#web/ui/input.tsx';
import { Label } from '#web/ui/label.tsx';
import { upperCase } from '#web/ui/upper-case.ts';
import { toast } from '#web/lib/use-toast.ts';

const cycles = [
  { value: 'monthly', label: 'Monthly' },
  {
    value: 'yearly',
    label: (
      <span className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 py-1.5">
        Yearly <Badge variant="outline">Save 20%</Badge>
      </span>
    ),
  },
] as const;

export function ChoosePlanPage() {
  const { checkout } = useSearch({ from: '/choose-plan' });
  const isOwner = useRights().has('own');
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[88rem] flex-col px-4 pb-12 sm:px-6 lg:px-8">
      <TopBar />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {!isOwner ? (
          <div className="pt-8">
            <Title />
            <p className="mt-1">Only the owner of the farm chooses its plan.</p>
          </div>
        ) : checkout === undefined ? (
          <Plans />
        ) : (
          <CheckoutReturn key={checkout} id={checkout} />
        )}
      </main>
    </div>
  );
}

const Title = () => <h1 className="title text-3xl sm:text-4xl">Choose Your Plan</h1>;

/** Billing cycle and coupon are in the address, so that they are still chosen after the payment page. */
function Plans() {
  const { cancelled, cycle = 'monthly', coupon: code } = useSearch({ from: '/choose-plan' });
  const navigate = useNavigate({ from: '/choose-plan' });
  const [coupon, setCoupon] = useState<Coupon | null>(null);
  const choose = (change: { cycle: BillingCycle } | { coupon: string | undefined }) =>
    void navigate({ search: (before) => parsePlanSearch({ ...before, ...change }), replace: true, resetScroll: false });
  const takeCoupon = (valid: Coupon | null) => {
    setCoupon(valid);
    choose({ coupon: valid?.code });
  };
  useAppliedCoupon(code, (valid) => (valid ? setCoupon(valid) : choose({ coupon: undefined })));
  return (
    <>
      {cancelled !== undefined && (
        <output className="mt-6 block">
          <Alert title="Nothing was charged">You left the payment page before paying. Your plan is as it was.</Alert>
        </output>
      )}
      <div className="mb-9 flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-8">
        <div className="w-full max-w-[44rem]">
          <Title />
          <p className="mt-1 text-muted-foreground">Start free and grow with your flock. You can change the plan at any time.</p>
          <Choice
            aria-label="Billing cycle"
            options={cycles}
            value={cycle}
            onChange={(value: BillingCycle) => choose({ cycle: value })}
            layout="own"
            className="mt-5 max-w-md grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))]"
          />
        </div>
        <CouponCard coupon={coupon} onChange={takeCoupon} />
      </div>
      <NeedsServer what="You can choose a plan">
        <PlanCards cycle={cycle} coupon={coupon} />
      </NeedsServer>
      <SupportLine className="mt-8" />
    </>
  );
}

function TopBar() {
  const { data: user } = useCurrentUser();
  const logout = useLogout();
  return (
    <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-b">
      <Wordmark />
      {user?.subscriptionPlan ? (
        <LinkButton to="/" variant="ghost">
          <ArrowLeft aria-hidden />
          <span>
            Back<span className="max-sm:sr-only"> to the farm</span>
          </span>
        </LinkButton>
      ) : (
        <Button variant="ghost" busy={logout.isPending} onClick={() => logout.mutate({ keepsOperations: true })}>
          <LogOut aria-hidden />
          Logout
        </Button>
      )}
    </header>
  );
}

interface CouponCardProps {
  coupon: Coupon | null;
  onChange: (coupon: Coupon | null) => void;
}

function CouponCard({ coupon, onChange }: CouponCardProps) {
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
