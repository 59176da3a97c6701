import { planLabels } from '#domain/plans.ts';
import { productTitle } from '#domain/product.ts';
import { queueMail } from '#server/mail/outbox.queries.ts';
import type { Scene } from './news.service.ts';
import { findBuyer } from './payments.queries.ts';

export const queuePlanActivated = (scene: Scene, nextPayment: string): Promise<void> =>
  tell(scene, `Your ${planLabels[scene.checkout.plan_type]} plan is active`, `The next payment is due on ${nextPayment}.`);

export const queuePaymentFailed = (scene: Scene): Promise<void> =>
  tell(
    scene,
    `Your payment for ${productTitle} did not go through`,
    'It is tried again. Please look after your card under Profile.',
  );

export const queuePlanEnded = (scene: Pick<Scene, 'tx' | 'farmId' | 'now'>): Promise<void> =>
  tell(scene, `Your ${productTitle} plan has ended`, 'Nothing was deleted. Choose a plan again at any time.');

async function tell({ tx, farmId, now }: Pick<Scene, 'tx' | 'farmId' | 'now'>, subject: string, text: string): Promise<void> {
  const buyer = await findBuyer(tx, farmId);
  if (buyer) await queueMail(tx, { to: { name: buyer.username, address: buyer.email }, subject, text }, now);
}
