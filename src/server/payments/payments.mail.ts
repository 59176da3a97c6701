import type { CalendarDate } from '#domain/dates.ts';
import type { PlanType } from '#domain/plans.ts';
import type { Recipient } from '#server/mail/letter.ts';
import { queueMail, type Mail } from '#server/mail/outbox.queries.ts';
import { paymentFailedMail, planActivatedMail, planEndedMail } from '#server/plans/plans.mail.ts';
import type { Scene } from './news.service.ts';
import { findBuyer } from './payments.queries.ts';

export const queuePlanActivated = (scene: Scene, nextPayment: CalendarDate): Promise<void> =>
  tell(scene, (to) =>
    planActivatedMail(to, {
      ...factsOf(scene),
      ...(scene.checkout.trial_days > 0 ? { trialEndsOn: nextPayment } : { renewsOn: nextPayment }),
    }),
  );

export const queuePaymentFailed = (scene: Scene): Promise<void> => tell(scene, (to) => paymentFailedMail(to, factsOf(scene)));

export async function queuePlanEnded(scene: Place, planType: PlanType): Promise<void> {
  if (planType === 'guest') return;
  await tell(scene, (to) => planEndedMail(to, { planType, publicUrl: scene.deps.config.publicUrl }));
}

type Place = Pick<Scene, 'tx' | 'farmId' | 'now'> & { readonly deps: Pick<Scene['deps'], 'config'> };

const factsOf = ({ checkout, deps }: Scene) => ({
  planType: checkout.plan_type,
  billingCycle: checkout.billing_cycle,
  amountCents: checkout.amount_cents,
  isTest: checkout.provider === 'test',
  publicUrl: deps.config.publicUrl,
});

async function tell({ tx, farmId, now }: Place, write: (to: Recipient) => Mail): Promise<void> {
  const buyer = await findBuyer(tx, farmId);
  if (buyer) await queueMail(tx, write(buyer), now);
}
