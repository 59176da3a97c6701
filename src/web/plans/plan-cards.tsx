import { useOpened } from '#web/components/dialogs/use-opened.ts';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useId } from 'react';
import type { PricingPlan } from '#contract/plans.ts';
import { currencyName } from '#domain/values/money.ts';
import {
  type BillingCycle,
  type PaidPlanType,
  type PlanType,
  paidPlanTypes,
  guestAnimalLimit,
  planLabels,
} from '#domain/accounts/plans.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { planChoice, useCheckout } from './checkout.data.ts';
import { type Coupon, type PriceTag, priceTag } from './coupon.ts';
import { changeNote, isPaying, changeDescription } from './plan-change-labels.ts';
import { animalsAllowed, freeTrial, planDescriptions } from './plan-descriptions.ts';
import { pricingPlansQuery, useSelectPlan } from './plans.data.ts';
import { subscriptionQuery } from './subscription.data.ts';
import { siteQuery } from '#web/lib/server/site.ts';
import { promisesOf } from './plan-promises.tsx';
import { Link } from '@tanstack/react-router';
import type { Subscription } from '#contract/payments.ts';
import { dollars, longDate } from '#web/lib/text/format.ts';
import { AlertDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Check } from 'lucide-react';
import { cn } from '#web/ui/cn.ts';
import { Badge } from '#web/ui/badge.tsx';

export function PlanCards({ cycle, coupon }: { cycle: BillingCycle; coupon: Coupon | null }) {
  const client = useQueryClient();
  const { data: user } = useCurrentUser();
  const plans = useQuery(pricingPlansQuery);
  const { data: subscription, isPending: isSubscriptionPending } = useQuery(subscriptionQuery);
  const selectPlan = useSelectPlan();
  const checkout = useCheckout();
  const { opened: leaving, open: askBeforeLeaving, close } = useOpened<{ to: PlanType; price: string }>();
  const running = (selectPlan.isPending && selectPlan.variables.planType) || (checkout.isPending && checkout.variables.planType);

  if (plans.isPending || isSubscriptionPending) {
    return (
      <div className="grid min-h-96 place-items-center">
        <Spinner isLarge aria-label="Loading plans" />
      </div>
    );
  }
  const onSale = paidPlanTypes.flatMap((type) => plans.data?.find((plan) => plan.planType === type && plan.isActive) ?? []);
  const isExpired = user?.subscriptionStatus === 'expired';
  const paidPlan = paidPlanTypes.find((type) => type === user?.subscriptionPlan && !isExpired);
  const card = (planType: PlanType) => ({
    planType,
    current: user?.subscriptionPlan === planType ? (isExpired ? ('expired' as const) : ('running' as const)) : undefined,
    isBusy: running === planType,
    isLocked: Boolean(running),
  });
  // A second tap can come before the buttons are rendered as disabled.
  const isChoosing = () => client.isMutating({ mutationKey: planChoice }) > 0;
  const withCoupon = { billingCycle: cycle, ...(coupon && { couponCode: coupon.code }) };
  const isFree = coupon?.percent === 100;
  const chooseFreePlan = (planType: PlanType) => {
    close();
    if (isChoosing()) return;
    selectPlan.mutate(planType === 'guest' ? { planType, billingCycle: cycle } : { planType, ...withCoupon });
  };
  const pay = (planType: PaidPlanType) => {
    close();
    if (!isChoosing()) checkout.mutate({ planType, ...withCoupon });
  };
  const paying = isPaying(subscription) ? subscription : undefined;
  const choose = ({ planType }: PricingPlan, { price, per }: PriceTag) => {
    if (isChoosing()) return;
    if (paying) askBeforeLeaving({ to: planType, price: `${price}/${per}` });
    else if (isFree) chooseFreePlan(planType);
    else pay(planType);
  };
  const isPaidFor = ({ planType }: PricingPlan) => paying?.planType === planType && paying.billingCycle === cycle;
  const isSelling = subscription?.isSelling ?? true;

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
          You can still choose the Guest plan.
        </Alert>
      )}
      {!isSelling && (
        <Alert className="mb-6" title="Paid plans cannot be bought here yet">
          Payments are not set up on this site. The Guest plan is free; for a larger one ask the people who run this site.
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-x-4 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        <PlanCard
          {...card('guest')}
          price={{ price: 'Free' }}
          animals={animalsAllowed()}
          onChoose={() => (paidPlan ? askBeforeLeaving({ to: 'guest', price: '' }) : chooseFreePlan('guest'))}
        />
        {onSale.map((plan) => {
          const price = priceTag(plan, cycle, coupon);
          return (
            <PlanCard
              key={plan.id}
              {...card(plan.planType)}
              price={price}
              animals={animalsAllowed(plan.animalLimit)}
              hasTrial={plan.planType === 'basic' && isSelling && subscription?.hasTrial === true}
              onChoose={() => choose(plan, price)}
              note={paying && !isFree && !isPaidFor(plan) ? changeNote(paying, plan.planType) : undefined}
              unavailableReason={
                isSelling || isFree ? (price.per === undefined ? whyUnavailable(plan, cycle) : undefined) : notSetUp
              }
              instead={isPaidFor(plan) ? <ToProfile /> : undefined}
            />
          );
        })}
      </div>
      <PlanTerms />
      {paidPlan && leaving && (
        <LeavePaidPlanDialog
          isOpen={leaving.isOpen}
          plan={paidPlan}
          {...leaving.of}
          cycle={cycle}
          isFree={isFree}
          subscription={subscription}
          onClose={close}
          onLeave={() => (leaving.of.to === 'guest' || isFree ? chooseFreePlan(leaving.of.to) : pay(leaving.of.to))}
        />
      )}
    </>
  );
}

const notSetUp = 'Payments are not set up here.';

function whyUnavailable(plan: PricingPlan, cycle: BillingCycle): string {
  const other = cycle === 'monthly' ? 'yearly' : 'monthly';
  const isSoldOtherwise = priceTag(plan, other, null).per !== undefined;
  return isSoldOtherwise ? `Sold ${other} only.` : 'Ask the people who run this site for its price.';
}

const ToProfile = () => (
  <LinkButton to="/profile" variant="outline">
    Manage on your profile
  </LinkButton>
);

/** Once for all plans: what is free on each, how to leave, and what the operators promise. */
function PlanTerms() {
  const { data: site } = useQuery(siteQuery);
  const pages = [
    { url: site?.termsUrl, label: 'Terms' },
    { url: site?.privacyUrl, label: 'Privacy' },
  ].flatMap(({ url, label }) => (url ? { url, label } : []));
  return (
    <div className="mt-6 flex max-w-3xl flex-col gap-2 text-muted-foreground">
      <p>
        Photos and export are part of every plan. Cancel any time; nothing is deleted. Prices are in {currencyName()}.
        {pages.map(({ url, label }) => (
          <Fragment key={label}>
            {' '}
            <a href={url} target="_blank" rel="noreferrer" className="whitespace-nowrap underline underline-offset-4">
              {label}
            </a>
          </Fragment>
        ))}
      </p>
      {site &&
        promisesOf(site).map(({ feature, text }) => (
          <p dir="auto" key={feature} className="wrap-anywhere">
            <span className="font-semibold text-foreground">{feature}</span>: {text}
          </p>
        ))}
    </div>
  );
}

interface LeavePaidPlanDialogProps extends OpenProps {
  readonly plan: PaidPlanType;
  readonly to: PlanType;
  readonly cycle: BillingCycle;
  readonly isFree: boolean;
  /** As on the card: '$500/year'. */
  readonly price: string;
  readonly subscription: Subscription | undefined;
  readonly onLeave: () => void;
}

function LeavePaidPlanDialog(props: LeavePaidPlanDialogProps) {
  const { isOpen, plan, to, isFree, price, subscription, onClose, onLeave } = props;
  const label = planLabels[plan];
  const next = planLabels[to];
  const isBought = to !== 'guest' && !isFree && isPaying(subscription);
  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isBought && to === plan ? `Change how ${label} is paid?` : `Leave ${label} for ${next}?`}
      description={isBought ? changeDescription(subscription, to, price) : leaveDescription(props)}
      cancel={`Stay on ${label}`}
      confirm={
        <Button variant={isBought ? 'default' : 'destructive'} onClick={onLeave}>
          {isBought ? 'Go on to the payment' : `Leave for ${next}`}
        </Button>
      }
    >
      {!isBought && subscription?.canCancel && (
        <p>
          To keep {label} until then and pay no more, cancel its renewal{' '}
          <Link to="/profile" className="font-semibold text-primary underline decoration-2 underline-offset-4">
            on your profile
          </Link>{' '}
          instead.
        </p>
      )}
    </AlertDialog>
  );
}

function leaveDescription({ plan, to, cycle, subscription }: LeavePaidPlanDialogProps): string {
  const label = planLabels[plan];
  const room =
    to === 'guest'
      ? `Guest has room for ${guestAnimalLimit} active animals; nothing is deleted.`
      : `The coupon pays for one ${cycle === 'monthly' ? 'month' : 'year'} of ${planLabels[to]}; after that the farm is on Guest unless you choose a plan again.`;
  const paidUntil = subscription?.renewsOn ?? subscription?.endsOn;
  const credited = subscription && subscription.unusedAmount > 0 && !subscription.isTest ? subscription.unusedAmount : 0;
  const credit = credited > 0 ? ` The unused ${dollars(credited)} becomes a credit for later payments.` : '';
  return `${label} ends now${paidUntil ? `, not on ${longDate(paidUntil)}` : ''}.${credit} ${room}`;
}

interface PlanCardProps {
  planType: PlanType;
  price: PriceTag;
  animals: string;
  current: 'running' | 'expired' | undefined;
  isBusy: boolean;
  isLocked: boolean;
  onChoose: () => void;
  hasTrial?: boolean;
  note?: string | undefined;
  unavailableReason?: string | undefined;
  instead?: ReactNode;
}

function PlanCard(props: PlanCardProps) {
  const {
    planType,
    price,
    animals,
    current,
    isBusy,
    isLocked,
    onChoose,
    hasTrial = false,
    note,
    unavailableReason,
    instead,
  } = props;
  const titleId = useId();
  const isPopular = planType === 'basic';
  return (
    <article
      aria-labelledby={titleId}
      className={cn(
        'relative flex flex-col rounded-2xl border bg-card p-6 shadow-card',
        isPopular && 'border-primary ring-1 ring-primary',
      )}
    >
      {isPopular && (
        <Badge variant="default" className="absolute -top-3.5 start-5">
          Most Popular
        </Badge>
      )}
      {current && (
        <Badge variant={current === 'running' ? 'good' : 'destructive'} isEdged className="absolute -top-3.5 end-5">
          {current === 'running' ? 'Your plan' : 'Your plan, expired'}
        </Badge>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 id={titleId} className="title text-2xl">
          {planLabels[planType]}
        </h2>
        {hasTrial && <Badge variant="outline">{freeTrial}</Badge>}
      </div>
      <p className="text-muted-foreground">{planDescriptions[planType].subtitle}</p>
      <Price {...price} />
      <ul className="mt-5 mb-6 flex flex-col gap-2.5">
        {planDescriptions[planType].features(animals, hasTrial).map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden strokeWidth={2.5} className="mt-0.5 size-5 shrink-0 text-primary" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-2 [&>*]:w-full">
        {instead ?? (
          <Button
            variant={isPopular ? 'default' : 'outline'}
            busy={isBusy}
            disabled={isLocked || unavailableReason !== undefined}
            onClick={onChoose}
          >
            Choose {planLabels[planType]}
          </Button>
        )}
        {note !== undefined && <p className="text-center text-sm text-muted-foreground">{note}</p>}
        {unavailableReason !== undefined && <p className="text-center text-sm text-muted-foreground">{unavailableReason}</p>}
      </div>
    </article>
  );
}

function Price({ price, before, per }: PriceTag) {
  return (
    <p className="mt-4 flex min-h-17 flex-col justify-end">
      {before && (
        <s className="text-lg text-muted-foreground">
          <span className="sr-only">before the coupon </span>
          {before}
        </s>
      )}
      <span>
        <span className="title text-4xl">{price}</span>
        {per && <span className="text-muted-foreground">/{per}</span>}
      </span>
    </p>
  );
}
