import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, FlaskConical } from 'lucide-react';
import type { Checkout } from '#contract/payments.ts';
import { planLabels } from '#domain/accounts/plans.ts';
import { exactDollars, longDate } from '#web/lib/text/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Wordmark } from '#web/components/page/wordmark.tsx';
import { checkoutQuery, usePayTestCheckout } from './checkout.data.ts';
import type { PlanSearch } from './plan-search.ts';

const cycleLabels = {
  monthly: { billed: 'billed monthly', per: 'month' },
  yearly: { billed: 'billed yearly', per: 'year' },
} as const;

/** Replaces the payment service where none is connected; apart from the money everything works as with it. */
export function TestCheckoutPage() {
  const { id } = useParams({ from: '/test-checkout/$id' });
  const { data: checkout } = useSuspenseQuery(checkoutQuery(id));
  const press = usePayTestCheckout(id);
  const isDeclined = press.data !== undefined && press.variables === 'declined';
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 pb-12">
      <header className="flex h-16 items-center justify-between gap-4">
        <Wordmark />
        <LinkButton to="/choose-plan" search={wayBack(checkout)} variant="ghost">
          <ArrowLeft aria-hidden />
          Back
        </LinkButton>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-col gap-5 pt-4 outline-none">
        <Alert icon={<FlaskConical />} title="Test mode: no money moves">
          This page stands in for a payment service.
        </Alert>
        <Card>
          <div className="flex flex-col gap-5 p-6">
            <div>
              <h1 className="title text-2xl">
                {planLabels[checkout.planType]} plan, {cycleLabels[checkout.billingCycle].billed}
              </h1>
              {timingOf(checkout).map((line) => (
                <p key={line} className="mt-1 text-muted-foreground">
                  {line}
                </p>
              ))}
            </div>
            <Amounts checkout={checkout} />
            {isDeclined && (
              <Alert role="alert" variant="destructive" title="The card was declined">
                Nothing was charged.
                {checkout.state === 'open'
                  ? ' Pay another way, or go back to the plans.'
                  : ' Go back to the plans to choose again.'}
              </Alert>
            )}
            {checkout.state === 'open' ? (
              <div className="flex flex-col gap-2.5">
                <Button
                  busy={press.isPending && press.variables === 'paid'}
                  disabled={press.isPending}
                  onClick={() => press.mutate('paid')}
                >
                  {payLabels(checkout)}
                </Button>
                <Button
                  variant="outline"
                  busy={press.isPending && press.variables === 'declined'}
                  disabled={press.isPending}
                  onClick={() => press.mutate('declined')}
                >
                  Decline
                </Button>
              </div>
            ) : (
              <Settled checkout={checkout} />
            )}
          </div>
        </Card>
      </main>
    </div>
  );
}

const wayBack = ({ id, billingCycle, couponCode }: Checkout): PlanSearch => ({
  cancelled: id,
  cycle: billingCycle,
  ...(couponCode !== null && { coupon: couponCode }),
});

function timingOf({ trialDays, startsOn, replaces, credit, dueNow }: Checkout): string[] {
  const before = replaces === null ? 'your plan' : planLabels[replaces];
  return [
    ...(startsOn === null ? [] : [`Begins on ${longDate(startsOn)}, when ${before} is paid up. Until then you keep ${before}.`]),
    ...(trialDays > 0 ? [`${trialDays} days free to try first`] : []),
    ...(credit > 0 && dueNow === 0 ? [`What is left of ${before} beyond this is taken off your next payments.`] : []),
  ];
}

function payLabels({ dueNow, trialDays }: Checkout): string {
  if (dueNow > 0) return `Pay ${exactDollars(dueNow)}`;
  return trialDays > 0 ? 'Start the free trial' : 'Change the plan';
}

function Amounts({ checkout }: { checkout: Checkout }) {
  const { listAmount, amount, trialDays, billingCycle, credit, dueNow, replaces } = checkout;
  const per = `/${cycleLabels[billingCycle].per}`;
  const rows = [
    ...(amount === listAmount ? [] : [['Without the coupon', <s key="list">{exactDollars(listAmount) + per}</s>] as const]),
    [trialDays > 0 ? 'After the trial' : 'Price', exactDollars(amount) + per],
    ...(credit > 0
      ? [[`Left of ${replaces === null ? 'your plan' : planLabels[replaces]}`, `−${exactDollars(credit)}`] as const]
      : []),
  ] as const;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2">
      {rows.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="pe-6 text-muted-foreground">{term}</dt>
          <dd className="text-end">{text}</dd>
        </div>
      ))}
      <dt className="mt-2 border-t pt-3 text-lg font-semibold">Due today</dt>
      <dd className="mt-2 border-t pt-3 text-end text-lg font-semibold">{exactDollars(dueNow)}</dd>
    </dl>
  );
}

function Settled({ checkout: { id, state } }: { checkout: Checkout }) {
  return state === 'closed' ? (
    <LinkButton to="/choose-plan">Choose again</LinkButton>
  ) : (
    <>
      <p>This has been paid already.</p>
      <LinkButton to="/choose-plan" search={{ checkout: id }}>
        Go on
      </LinkButton>
    </>
  );
}
