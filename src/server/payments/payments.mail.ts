import type { CalendarDate } from '#domain/dates.ts';
import type { PlanType } from '#domain/plans.ts';
import { wasPerhapsTold } from '#server/db/restores.ts';
import { mailTo } from '#server/mail/mailing.ts';
import type { Letter } from '#server/mail/outbox.queries.ts';
import {
  paymentFailedMail,
  planActivatedMail,
  planEndedMail,
  planScheduledMail,
  renewalCancelledMail,
} from '#server/plans/plans.mail.ts';
import type { PaymentContext } from './payment-context.ts';
import { findBuyer } from '#server/subscriptions/farm-plan.queries.ts';
import type { Checkout } from './payments.queries.ts';

/** Where and to whom it is told; `happenedAt` says when what is told has happened. */
type Place = Pick<PaymentContext, 'tx' | 'farmId' | 'now' | 'isCatchingUp'> & {
  readonly deps: Pick<PaymentContext['deps'], 'config'>;
};

type Bought = Place & {
  readonly checkout: Pick<Checkout, 'plan_type' | 'billing_cycle' | 'amount_cents' | 'provider' | 'trial_days' | 'credit_cents'>;
};

export const queuePlanActivated = (context: Bought, happenedAt: string, nextPayment: CalendarDate | undefined): Promise<void> =>
  tell(
    context,
    happenedAt,
    planActivatedMail({
      ...factsOf(context),
      creditCents: context.checkout.credit_cents,
      ...(context.checkout.trial_days > 0 ? { trialEndsOn: nextPayment } : { renewsOn: nextPayment }),
    }),
  );

export const queuePlanScheduled = (
  context: Bought & { readonly checkout: Pick<Checkout, 'starts_at'> },
  happenedAt: string,
): Promise<void> =>
  tell(context, happenedAt, planScheduledMail({ ...factsOf(context), startsOn: context.checkout.starts_at?.slice(0, 10) ?? '' }));

export const queueRenewalCancelled = (context: Bought, happenedAt: string, periodEndsAt: string | null): Promise<void> =>
  tell(context, happenedAt, renewalCancelledMail({ ...factsOf(context), endsOn: periodEndsAt?.slice(0, 10) }));

export const queuePaymentFailed = (context: Bought, happenedAt: string): Promise<void> =>
  tell(context, happenedAt, paymentFailedMail(factsOf(context)));

export async function queuePlanEnded(place: Place, happenedAt: string, planType: PlanType): Promise<void> {
  if (planType === 'guest') return;
  await tell(place, happenedAt, planEndedMail({ planType, publicUrl: place.deps.config.publicUrl }));
}

const factsOf = ({ checkout, deps }: Bought) => ({
  planType: checkout.plan_type,
  billingCycle: checkout.billing_cycle,
  amountCents: checkout.amount_cents,
  isTest: checkout.provider === 'test',
  publicUrl: deps.config.publicUrl,
});

/** What happened before a restore may have been told before it: that mail waits for the operator's word. */
async function tell({ tx, farmId, now, isCatchingUp }: Place, happenedAt: string, letter: Letter): Promise<void> {
  const buyer = await findBuyer(tx, farmId);
  const isHeld = isCatchingUp || (await wasPerhapsTold(tx, happenedAt));
  if (buyer) await mailTo(tx, buyer, 'plan', letter, now, { isHeld });
}
