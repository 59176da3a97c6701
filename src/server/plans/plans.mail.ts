import type { CalendarDate } from '#domain/dates.ts';
import { formatPrice, type Cents } from '#domain/money.ts';
import { guestAnimalLimit, planLabels, type BillingCycle, type PaidPlanType } from '#domain/plans.ts';
import { productTitle } from '#domain/product.ts';
import { writeLetter, type Part, type Recipient } from '#server/mail/letter.ts';
import type { Mail } from '#server/mail/outbox.queries.ts';

interface PlanFacts {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  /** What one cycle costs. */
  readonly amountCents: Cents;
  /** The built-in test checkout: no money moves. */
  readonly isTest?: boolean;
  /** The operator's own word for the address; without it a mail has no button. */
  readonly publicUrl: string | undefined;
}

/**
 * The plan has begun. `trialEndsOn`: with a trial, whose end is the day of the first payment; `renewsOn`: the next payment;
 * `endsOn`: it ends by itself (a free cycle).
 */
export const planActivatedMail = (
  to: Recipient,
  plan: PlanFacts & {
    readonly trialEndsOn?: CalendarDate | undefined;
    readonly renewsOn?: CalendarDate | undefined;
    readonly endsOn?: CalendarDate | undefined;
  },
): Mail => {
  const label = planLabels[plan.planType];
  const { trialEndsOn, renewsOn, endsOn } = plan;
  return writeLetter(to, trialEndsOn ? `Your free trial of ${label} has begun` : `Your ${label} plan is active`, [
    trialEndsOn
      ? `Your free trial of the ${label} plan has begun. You pay nothing until it ends.`
      : `Thank you. Your farm is on the ${label} plan now.`,
    {
      facts: [
        ['Plan', label],
        ['Price', priceOf(plan)],
        ...dayRow('First payment on', trialEndsOn),
        ...dayRow('Renews on', trialEndsOn ? undefined : renewsOn),
        ...dayRow('Ends on', endsOn),
        ...testRow(plan),
      ],
    },
    endsOn
      ? 'It ends by itself. Nothing on your farm is deleted then.'
      : 'You can change or cancel it at any time under Profile.',
    ...button('Open your profile', plan.publicUrl, '/profile'),
  ]);
};

/** A payment was refused; the plan works on while it is tried again. */
export const paymentFailedMail = (to: Recipient, plan: PlanFacts): Mail => {
  const label = planLabels[plan.planType];
  return writeLetter(to, `Your payment for ${productTitle} did not go through`, [
    `The payment of ${formatPrice(plan.amountCents)} for your ${label} plan was refused. Most often a card has expired, or the bank wants you to confirm.`,
    { facts: [['Plan', label], ['Price', priceOf(plan)], ...testRow(plan)] },
    'What to do: sign in, open Profile and check your card. The payment is tried again in the next days, and your plan works on meanwhile.',
    `If no payment goes through, your farm goes back to the Guest plan with ${guestAnimalLimit} active animals. Nothing is deleted.`,
    ...button('Check your card', plan.publicUrl, '/profile'),
  ]);
};

/** Three days before the trial ends. `isCancelled`: it ends for good, and nothing is charged. */
export const trialEndingMail = (
  to: Recipient,
  plan: PlanFacts & { readonly trialEndsOn: CalendarDate; readonly isCancelled: boolean },
): Mail => {
  const label = planLabels[plan.planType];
  const day = longDay(plan.trialEndsOn);
  const price = formatPrice(plan.amountCents);
  return writeLetter(to, `Your free trial ends on ${day}`, [
    `Your free trial of the ${label} plan ends on ${day}.`,
    ...(plan.isCancelled
      ? [
          `You cancelled it, so nothing is charged. Your farm then has the Guest plan with ${guestAnimalLimit} active animals; nothing is deleted.`,
          ...button('Choose a plan', plan.publicUrl, '/choose-plan'),
        ]
      : [
          {
            facts: [['Plan', label], ['First payment', `${price} on ${day}`], ['Then', priceOf(plan)], ...testRow(plan)],
          } as const,
          'If you want to keep it, there is nothing to do.',
          'If not, cancel under Profile before that day: you pay nothing, and nothing on your farm is deleted.',
          ...button('Open your profile', plan.publicUrl, '/profile'),
        ]),
  ]);
};

/** Paid time ran out: the guest cap applies. */
export const planEndedMail = (to: Recipient, { planType, publicUrl }: Pick<PlanFacts, 'planType' | 'publicUrl'>): Mail =>
  writeLetter(to, `Your ${planLabels[planType]} plan has ended`, [
    `Your ${planLabels[planType]} plan has ended. Your farm has the Guest plan now, with ${guestAnimalLimit} active animals.`,
    'Nothing was deleted: all your animals and records are there. To add more animals, choose a plan again at any time.',
    ...button('Choose a plan', publicUrl, '/choose-plan'),
  ]);

const priceOf = ({ amountCents, billingCycle }: PlanFacts): string =>
  amountCents === 0 ? 'Free' : `${formatPrice(amountCents)} per ${billingCycle === 'monthly' ? 'month' : 'year'}`;

const dayRow = (name: string, day: CalendarDate | undefined): [string, string][] => (day ? [[name, longDay(day)]] : []);

const testRow = ({ isTest }: PlanFacts): [string, string][] => (isTest ? [['Test mode', 'no money moves']] : []);

const button = (words: string, publicUrl: string | undefined, path: string): Part[] =>
  publicUrl ? [{ button: words, url: publicUrl + path }] : [];

const longDay = (day: CalendarDate): string => days.format(new Date(`${day}T00:00:00Z`));
const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
