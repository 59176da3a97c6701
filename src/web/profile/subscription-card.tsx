import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { Sprout } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Subscription } from '#contract/payments.ts';
import { planLabels, unlimitedAnimals, guestAnimalLimit } from '#domain/accounts/plans.ts';
import { SupportLine } from '#web/components/support-line.tsx';
import { useRights } from '#web/lib/session/session.ts';
import { count, longDate } from '#web/lib/text/format.ts';
import { PlanPromises } from '#web/plans/plan-promises.tsx';
import { subscriptionQuery, useBillingPortal, useSetRenewal } from '#web/plans/subscription.data.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { noteOf, statusText, termsOf } from './subscription-labels.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';

export function SubscriptionCard({ user }: { user: CurrentUser }) {
  const { subscriptionPlan: plan, subscriptionStatus: status, animalLimit } = user;
  const isOwner = useRights().has('own');
  const { data: subscription, isError, isLoading, isFetching, refetch } = useQuery({ ...subscriptionQuery, enabled: isOwner });
  const note = noteOf(status, subscription);
  const rows = [
    ['Plan', plan ? planLabels[plan] : 'None'],
    ['Status', statusText(status)],
    ['Animals', animalLimit >= unlimitedAnimals ? 'Unlimited' : `Up to ${count(animalLimit)}`],
    ...(subscription ? termsOf(subscription) : []),
  ] as const;
  return (
    <Card className="lg:order-last">
      <CardHeader
        title="Subscription Status"
        actions={subscription?.isTest && <Badge variant="straw">Test mode: no money moves</Badge>}
      />
      <CardContent className="flex flex-col gap-5">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {rows.map(([term, text]) => (
            <div key={term} className="contents">
              <dt className="text-muted-foreground">{term}</dt>
              <dd dir="auto" className="text-end font-semibold wrap-anywhere">
                {text}
              </dd>
            </div>
          ))}
        </dl>
        {isLoading && <Skeleton className="h-6" />}
        {isError && (
          <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground">
            The price could not be loaded.
            <Button variant="link" size="bare" className="px-1" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        )}
        {note && (
          <Alert variant={note.isBad ? 'destructive' : 'default'} title={note.title}>
            {note.text}
          </Alert>
        )}
        {plan && status !== 'expired' && <PlanPromises plan={plan} />}
        <SupportLine />
        {isOwner && (
          <div className="flex flex-col gap-2.5">
            <LinkButton to="/choose-plan">
              <Sprout aria-hidden />
              Upgrade Plan
            </LinkButton>
            {subscription && subscription.planType !== 'guest' && <Actions subscription={subscription} />}
          </div>
        )}
      </CardContent>
    </Card>
  );
}

function Actions({ subscription }: { subscription: Subscription }) {
  const [isAsking, setAsking] = useState(false);
  const setRenewal = useSetRenewal(() => setAsking(false));
  const portal = useBillingPortal();
  return (
    <>
      {subscription.hasPortal && (
        <Button variant="outline" busy={portal.isPending} onClick={() => portal.mutate()}>
          Manage billing
        </Button>
      )}
      {subscription.canResume && (
        <Button variant="outline" busy={setRenewal.isPending} onClick={() => setRenewal.mutate(true)}>
          {subscription.next && subscription.planType ? `Stay on ${planLabels[subscription.planType]}` : 'Resume renewal'}
        </Button>
      )}
      {subscription.canCancel && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Cancel renewal
        </Button>
      )}
      <CancelRenewalDialog
        isOpen={isAsking}
        subscription={subscription}
        isBusy={setRenewal.isPending}
        onClose={() => setAsking(false)}
        onCancel={() => setRenewal.mutate(false)}
      />
    </>
  );
}

interface CancelRenewalDialogProps extends OpenProps {
  readonly subscription: Subscription;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function CancelRenewalDialog({ isOpen, subscription, isBusy, onClose, onCancel }: CancelRenewalDialogProps) {
  const { planType, renewsOn, next } = subscription;
  const label = planType ? planLabels[planType] : 'this plan';
  const last = renewsOn ?? next?.startsOn;
  const until = last ? `until ${longDate(last)}` : 'to the end of what is paid';
  const follows = next ? ` ${planLabels[next.planType]} will not start.` : '';
  return (
    <DangerDialog
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onClose}
      title={`Cancel the renewal of ${label}?`}
      description={`${label} stays ${until} and nothing more is charged.${follows} After that the farm has room for ${guestAnimalLimit} active animals; nothing is deleted. You can resume it until then.`}
      cancel={next ? 'Keep it' : 'Keep renewing'}
      act="Cancel renewal"
      onAct={onCancel}
    />
  );
}
