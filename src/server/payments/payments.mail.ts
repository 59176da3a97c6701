import type { CalendarDate } from '#domain/values/dates.ts';
import type { PlanType } from '#domain/accounts/plans.ts';
import { mayHaveBeenSent } from '#server/db/restores.ts';
import { readRegional } from '#server/db/regional.ts';
import { mailTo } from '#server/mail/mailing.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';
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

type MailContext = Pick<PaymentContext, 'tx' | 'farmId' | 'now'> & {
  readonly deps: Pick<PaymentContext['deps'], 'config' | 'isSilent'>;
};

type CheckoutContext = MailContext & {
  readonly checkout: Pick<Checkout, 'plan_type' | 'billing_cycle' | 'amount_cents' | 'provider' | 'trial_days' | 'credit_cents'>;
};

export const queuePlanActivated = async (
  context: CheckoutContext,
  happenedAt: string,
  nextPayment: CalendarDate | undefined,
): Promise<void> =>
  queueForBuyer(
    context,
    happenedAt,
    planActivatedMail({
      ...(await readFacts(context)),
      creditCents: context.checkout.credit_cents,
      ...(context.checkout.trial_days > 0 ? { trialEndsOn: nextPayment } : { renewsOn: nextPayment }),
    }),
  );

export const queuePlanScheduled = async (
  context: CheckoutContext & { readonly checkout: Pick<Checkout, 'starts_at'> },
  happenedAt: string,
): Promise<void> =>
  queueForBuyer(
    context,
    happenedAt,
    planScheduledMail({ ...(await readFacts(context)), startsOn: context.checkout.starts_at?.slice(0, 10) ?? '' }),
  );

export const queueRenewalCancelled = async (
  context: CheckoutContext,
  happenedAt: string,
  periodEndsAt: string | null,
): Promise<void> =>
  queueForBuyer(context, happenedAt, renewalCancelledMail({ ...(await readFacts(context)), endsOn: periodEndsAt?.slice(0, 10) }));

export const queuePaymentFailed = async (context: CheckoutContext, happenedAt: string): Promise<void> =>
  queueForBuyer(context, happenedAt, paymentFailedMail(await readFacts(context)));

export async function queuePlanEnded(context: MailContext, happenedAt: string, planType: PlanType): Promise<void> {
  if (planType === 'guest') return;
  await queueForBuyer(context, happenedAt, planEndedMail({ planType, publicUrl: context.deps.config.publicUrl }));
}

const readFacts = async ({ tx, farmId, checkout, deps }: CheckoutContext) => ({
  planType: checkout.plan_type,
  billingCycle: checkout.billing_cycle,
  amountCents: checkout.amount_cents,
  dateFormat: (await readRegional(tx, farmId)).dateFormat,
  isTest: checkout.provider === 'test',
  publicUrl: deps.config.publicUrl,
});

/** A mail about what happened before a restore may have been sent before it. */
async function queueForBuyer({ tx, farmId, now, deps }: MailContext, happenedAt: string, email: RenderedEmail): Promise<void> {
  if (deps.isSilent) return;
  const buyer = await findBuyer(tx, farmId);
  if (buyer && !(await mayHaveBeenSent(tx, happenedAt))) await mailTo(tx, buyer, 'plan', email, now);
}
