import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleHelp, CircleX, SearchCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Checkout } from '#contract/payments.ts';
import { planLabels } from '#domain/accounts/plans.ts';
import { longDate } from '#web/lib/text/format.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/lib/use-toast.ts';
import { isCheckoutMissing, polledCheckoutQuery } from './checkout.data.ts';

const longWaitMs = 20_000;

/** Returning from the payment page grants nothing; only the provider's webhook does, so the page polls for it. */
export function CheckoutReturn({ id }: { id: string }) {
  const { data: user } = useCurrentUser();
  const { data: checkout, error } = useQuery(polledCheckoutQuery(id));
  const isLong = useElapsed(longWaitMs);
  useGranted(checkout);

  if (isCheckoutMissing(error)) {
    return (
      <Outcome icon={<CircleHelp />} title="This payment is not known" way={<ToPlans>See the plans</ToPlans>}>
        Your farm has no such payment. If you have paid, your profile shows the plan once the payment is confirmed.
      </Outcome>
    );
  }
  if (checkout?.state === 'closed') {
    return (
      <Outcome icon={<CircleX />} title="Nothing was charged" way={<ToPlans>Choose again</ToPlans>}>
        This payment was not completed. Your plan is as it was.
      </Outcome>
    );
  }
  if (checkout?.state === 'held') {
    return (
      <Outcome icon={<SearchCheck />} title="The payment is being checked" way={<ToPlans>See the plans</ToPlans>} reference={id}>
        The amount paid differs from the amount agreed, so the plan has not started yet. Nothing is lost and nothing is charged
        again. Ask the people who run this site, and give them the payment number.
      </Outcome>
    );
  }
  return (
    <Outcome
      icon={<Spinner />}
      title="Waiting for the payment to be confirmed…"
      reference={isLong ? id : undefined}
      way={
        <>
          <ToPlans variant="outline">Back to the plans</ToPlans>
          {isLong && user?.subscriptionPlan && <ToFarm />}
        </>
      }
    >
      {isLong
        ? 'This is taking longer than usual. You do not have to wait here: the plan starts as soon as the payment is confirmed, and your profile shows it. If nothing has happened in an hour, ask the people who run this site, and give them the payment number.'
        : 'This takes a few seconds. The plan starts as soon as the payment service has confirmed it.'}
      {error !== null && ' The server cannot be reached right now. Trying again.'}
    </Outcome>
  );
}

function useGranted(checkout: Checkout | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const granted = checkout?.state === 'granted' ? checkout : undefined;
  const startsOn = granted?.startsOn ?? null;
  const planType = granted?.planType;
  useEffect(() => {
    if (planType === undefined) return;
    void (async () => {
      await refreshCurrentUser(client);
      const isLater = startsOn !== null && startsOn > today();
      toast(
        isLater
          ? { title: 'Plan changed', description: `${planLabels[planType]} begins on ${longDate(startsOn)}.` }
          : { title: 'Plan activated!' },
      );
      await navigate({ to: '/', replace: true });
    })();
  }, [planType, startsOn, client, navigate]);
}

function useElapsed(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}

interface OutcomeProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly way: ReactNode;
  readonly reference?: string | undefined;
}

function Outcome({ icon, title, children, way, reference }: OutcomeProps) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col items-center justify-center gap-3 py-14 text-center">
      <span aria-hidden className="text-primary [&>svg]:size-10">
        {icon}
      </span>
      <output className="flex flex-col gap-3">
        <h1 className="title text-2xl sm:text-3xl">{title}</h1>
        <p className="text-muted-foreground">{children}</p>
        {reference && (
          <p>
            Payment{' '}
            <span dir="auto" className="font-semibold wrap-anywhere select-all">
              {reference}
            </span>
          </p>
        )}
      </output>
      {way && <div className="mt-2 flex flex-wrap justify-center gap-2.5">{way}</div>}
    </div>
  );
}

const ToPlans = ({ children, variant = 'default' }: { children: ReactNode; variant?: 'default' | 'outline' }) => (
  <LinkButton to="/choose-plan" variant={variant}>
    {children}
  </LinkButton>
);

const ToFarm = () => (
  <LinkButton to="/" variant="outline">
    Go to the farm
  </LinkButton>
);
