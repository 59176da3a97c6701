import { longDay, type CalendarDate } from '#domain/values/dates.ts';
import { formatPrice } from '#domain/values/money.ts';
import { guestAnimalLimit, planLabels, type BillingCycle, type PaidPlanType } from '#domain/accounts/plans.ts';
import { productTitle } from '#domain/product.ts';
import type { DateFormat, Cents } from '#domain/values/units.ts';
import { renderEmail, type Part } from '#server/mail/render-email.ts';
import type { RenderedEmail } from '#server/mail/outbox.queries.ts';

interface PlanFacts {
  readonly planType: PaidPlanType;
  readonly billingCycle: BillingCycle;
  readonly amountCents: Cents;
  /** Of the farm. */
  readonly dateFormat: DateFormat;
  readonly isTest?: boolean;
  readonly publicUrl: string | undefined;
}

/** `trialEndsOn`: the end of the trial and day of the first payment. `endsOn`: the end of a free cycle, which does not renew. */
export const planActivatedMail = (
  plan: PlanFacts & {
    readonly trialEndsOn?: CalendarDate | undefined;
    readonly renewsOn?: CalendarDate | undefined;
    readonly endsOn?: CalendarDate | undefined;
    readonly creditCents?: Cents;
  },
): RenderedEmail => {
  const label = planLabels[plan.planType];
  const { trialEndsOn, renewsOn, endsOn, creditCents = 0 } = plan;
  return renderEmail(trialEndsOn ? `Your free trial of ${label} has begun` : `Your ${label} plan is active`, [
    trialEndsOn
      ? `Your free trial of the ${label} plan has begun. You pay nothing until it ends.`
      : `Thank you. Your farm is on the ${label} plan now.`,
    {
      facts: [
        ['Plan', label],
        ['Price', priceOf(plan)],
        ...creditRow(creditCents),
        ...dayRow(plan, 'First payment on', trialEndsOn),
        ...dayRow(plan, 'Renews on', trialEndsOn ? undefined : renewsOn),
        ...dayRow(plan, 'Ends on', endsOn),
        ...testRow(plan),
      ],
    },
    endsOn
      ? 'It then ends automatically. Nothing on your farm is deleted.'
      : 'You can change or cancel it at any time under Profile.',
    ...button('Open your profile', plan.publicUrl, '/profile'),
  ]);
};

/** A smaller plan or another cycle begins when the paid time of the current one ends. */
export const planScheduledMail = (plan: PlanFacts & { readonly startsOn: CalendarDate }): RenderedEmail => {
  const label = planLabels[plan.planType];
  const day = longDay(plan.startsOn, plan.dateFormat);
  return renderEmail(`Your plan changes to ${label} on ${day}`, [
    `Your plan changes to ${label} on ${day}, when the plan you have now is paid up. Until then you keep that one, and nothing is charged.`,
    { facts: [['Plan', label], ['Price', priceOf(plan)], ['First payment', day], ...testRow(plan)] },
    'You can undo this under Profile until then.',
    ...button('Open your profile', plan.publicUrl, '/profile'),
  ]);
};

export const renewalCancelledMail = (plan: PlanFacts & { readonly endsOn: CalendarDate | undefined }): RenderedEmail => {
  const label = planLabels[plan.planType];
  const until = plan.endsOn ? `until ${longDay(plan.endsOn, plan.dateFormat)}` : 'to the end of what is paid';
  return renderEmail(`Your ${label} plan will not renew`, [
    `You cancelled the renewal of your ${label} plan. Nothing more is charged, and you keep ${label} ${until}.`,
    { facts: [['Plan', label], ...dayRow(plan, 'Ends on', plan.endsOn), ...testRow(plan)] },
    `After that your farm has the Guest plan with ${guestAnimalLimit} active animals. Nothing is deleted. You can resume it under Profile until then.`,
    ...button('Open your profile', plan.publicUrl, '/profile'),
  ]);
};

export const planLeftMail = ({ planType, publicUrl }: Pick<PlanFacts, 'planType' | 'publicUrl'>): RenderedEmail =>
  renderEmail(`You left the ${planLabels[planType]} plan`, [
    `You chose the Guest plan. Your ${planLabels[planType]} plan has ended, and nothing more is charged for it.`,
    `Your farm has room for ${guestAnimalLimit} active animals now. Nothing was deleted.`,
    ...button('Choose a plan', publicUrl, '/choose-plan'),
  ]);

export const paymentFailedMail = (plan: PlanFacts): RenderedEmail => {
  const label = planLabels[plan.planType];
  return renderEmail(`Your payment for ${productTitle} did not go through`, [
    `The payment of ${formatPrice(plan.amountCents)} for your ${label} plan was refused. Most often a card has expired, or the bank wants you to confirm.`,
    { facts: [['Plan', label], ['Price', priceOf(plan)], ...testRow(plan)] },
    'What to do: sign in, open Profile and check your card. The payment will be retried over the next few days. Your plan keeps working until then.',
    `If no payment goes through, your farm goes back to the Guest plan with ${guestAnimalLimit} active animals. Nothing is deleted.`,
    ...button('Check your card', plan.publicUrl, '/profile'),
  ]);
};

export const trialEndingMail = (
  plan: PlanFacts & { readonly trialEndsOn: CalendarDate; readonly isCancelled: boolean },
): RenderedEmail => {
  const label = planLabels[plan.planType];
  const day = longDay(plan.trialEndsOn, plan.dateFormat);
  const price = formatPrice(plan.amountCents);
  return renderEmail(`Your free trial ends on ${day}`, [
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

export const planEndedMail = ({ planType, publicUrl }: Pick<PlanFacts, 'planType' | 'publicUrl'>): RenderedEmail =>
  renderEmail(`Your ${planLabels[planType]} plan has ended`, [
    `Your ${planLabels[planType]} plan has ended. Your farm has the Guest plan now, with ${guestAnimalLimit} active animals.`,
    'Nothing was deleted: all your animals and records are there. To add more animals, choose a plan again at any time.',
    ...button('Choose a plan', publicUrl, '/choose-plan'),
  ]);

const priceOf = ({ amountCents, billingCycle }: PlanFacts): string =>
  amountCents === 0 ? 'Free' : `${formatPrice(amountCents)} per ${billingCycle === 'monthly' ? 'month' : 'year'}`;

const creditRow = (cents: Cents): [string, string][] =>
  cents > 0 ? [['Credit from the previous plan', formatPrice(cents)]] : [];

const dayRow = ({ dateFormat }: PlanFacts, name: string, day: CalendarDate | undefined): [string, string][] =>
  day ? [[name, longDay(day, dateFormat)]] : [];

const testRow = ({ isTest }: PlanFacts): [string, string][] => (isTest ? [['Test mode', 'no money moves']] : []);

const button = (label: string, publicUrl: string | undefined, path: string): Part[] =>
  publicUrl ? [{ button: label, url: publicUrl + path }] : [];
