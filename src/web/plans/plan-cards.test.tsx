import { screen, showPart, within } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { PlanCards } from './plan-cards.tsx';

test.each([
  ['active', 'Your plan'],
  ['expired', 'Your plan, expired'],
])('the card of a plan that is %s says "%s"', async (subscriptionStatus, text) => {
  const premium = { id: 'p', planType: 'premium', monthlyPrice: '20.83', yearlyPrice: '200', animalLimit: 200, isActive: true };
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.includes('pricing-plans') ? [premium] : {}));
  showPart(() => <PlanCards cycle="yearly" coupon={null} />, { id: 'ada', subscriptionPlan: 'premium', subscriptionStatus });
  const card = await screen.findByRole('article', { name: 'Premium' });
  within(card).getByText(text);
  expect(within(screen.getByRole('article', { name: 'Guest' })).queryByText(/^Your plan/)).toBeNull();
});
