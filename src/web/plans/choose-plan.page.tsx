import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, LogOut } from 'lucide-react';
import { useState } from 'react';
import { type BillingCycle, type PlanType, paidPlanTypes } from '#domain/plans.ts';
import { useCurrentUser, useLogout } from '#web/lib/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import type { Coupon } from './coupon.ts';
import { priceTag } from './coupon.ts';
import { CouponCard } from './coupon-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { animalsAllowed } from './plan-words.ts';
import { pricingPlansQuery, useCheckout, useSelectPlan } from './plans.data.ts';

const cycles = [
  { value: 'monthly', label: 'Monthly' },
  {
    value: 'yearly',
    label: (
      <>
        Yearly <Badge variant="straw">Save 20%</Badge>
      </>
    ),
  },
] as const;

export function ChoosePlanPage() {
  const [cycle, setCycle] = useState<BillingCycle>('monthly');
  const [coupon, setCoupon] = useState<Coupon | null>(null);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[88rem] flex-col px-4 pb-12 sm:px-6 lg:px-8">
      <TopBar />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <div className="mb-9 flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-8">
          <div className="w-full max-w-lg">
            <h1 className="title text-3xl sm:text-4xl">Choose Your Plan</h1>
            <p className="mt-1 text-muted-foreground">
              Start free and grow when the flock does. You can change the plan any time.
            </p>
            <Choice aria-label="Billing cycle" options={cycles} value={cycle} onChange={setCycle} className="mt-5 max-w-sm" />
          </div>
          <CouponCard coupon={coupon} onChange={setCoupon} />
        </div>
        <PlanCards cycle={cycle} coupon={coupon} />
      </main>
    </div>
  );
}

function PlanCards({ cycle, coupon }: { cycle: BillingCycle; coupon: Coupon | null }) {
  const { data: user } = useCurrentUser();
  const plans = useQuery(pricingPlansQuery);
  const selectPlan = useSelectPlan();
  const checkout = useCheckout();
  const running = (selectPlan.isPending && selectPlan.variables.planType) || (checkout.isPending && checkout.variables.planType);

  if (plans.isPending) {
    return (
      <div className="grid min-h-96 place-items-center">
        <Spinner aria-label="Loading plans" className="size-8" />
      </div>
    );
  }
  const active = paidPlanTypes.flatMap((type) => plans.data?.find((plan) => plan.planType === type && plan.isActive) ?? []);
  const couponCode = coupon ? { couponCode: coupon.code } : {};
  const card = (planType: PlanType) => ({
    planType,
    isCurrent: user?.subscriptionPlan === planType,
    isBusy: running === planType,
    isLocked: Boolean(running),
  });
  return (
    <>
      {plans.isError && (
        <Alert
          role="alert"
          variant="destructive"
          className="mb-6"
          title="The paid plans could not be loaded"
          action={
            <Button variant="outline" onClick={() => plans.refetch()}>
              Try again
            </Button>
          }
        >
          The Guest plan can be chosen all the same.
        </Alert>
      )}
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        <PlanCard
          {...card('guest')}
          price={{ price: 'Free' }}
          animals={animalsAllowed()}
          onChoose={() => selectPlan.mutate({ planType: 'guest', billingCycle: cycle })}
        />
        {active.map((plan) => (
          <PlanCard
            key={plan.id}
            {...card(plan.planType)}
            price={priceTag(plan, cycle, coupon)}
            animals={animalsAllowed(plan.animalLimit)}
            onChoose={() => {
              const selection = { planType: plan.planType, billingCycle: cycle, ...couponCode };
              if (coupon?.percent === 100) selectPlan.mutate(selection);
              else checkout.mutate(selection);
            }}
          />
        ))}
      </div>
    </>
  );
}

function TopBar() {
  const { data: user } = useCurrentUser();
  const logout = useLogout();
  return (
    <header className="flex h-16 items-center justify-between gap-4 border-b">
      <Wordmark />
      {user?.subscriptionPlan ? (
        <Button asChild variant="ghost">
          <Link to="/">
            <ArrowLeft aria-hidden />
            <span>
              Back<span className="max-sm:sr-only"> to the farm</span>
            </span>
          </Link>
        </Button>
      ) : (
        <Button variant="ghost" busy={logout.isPending} onClick={() => logout.mutate()}>
          <LogOut aria-hidden />
          Logout
        </Button>
      )}
    </header>
  );
}
