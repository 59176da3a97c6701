import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, LogOut } from 'lucide-react';
import { useState } from 'react';
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
import { CouponCard } from './coupon-card.tsx';
import { PlanCards } from './plan-cards.tsx';
import { parsePlanSearch } from './plan-search.ts';
import { useAppliedCoupon } from './plans.data.ts';

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
