import { cleanup, fakeApi, press, refusal, screen, showPages, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { ChoosePlanPage } from './choose-plan.page.tsx';
import { parsePlanSearch } from './plan-search.ts';

const component = () => (
  <>
    <UpgradeButton />
    <ChoosePlanPage />
  </>
);

test.each<[FarmRole, first: string, offered: readonly string[]]>([
  ['owner', 'Choose Guest', ['Upgrade Plan', 'Coupon code', 'Choose Guest']],
  ['worker', 'Only the owner of the farm chooses its plan.', []],
])('under its title the page offers plans, or says who chooses them: %s', async (farmRole, first, offered) => {
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/subscription') ? { isSelling: true } : []));
  const user = { id: 'wim', farmRole, subscriptionPlan: 'enterprise' };
  showPages({ '/choose-plan': { component } }, '/choose-plan', user, { inShell: false });
  await screen.findByText(first);
  screen.getByRole('heading', { level: 1, name: 'Choose Your Plan' });
  expect(screen.queryAllByText(/^(?:Upgrade Plan|Coupon code|Choose Guest)$/).map(({ textContent }) => textContent)).toEqual(
    offered,
  );
});

const basic = { id: 'b', planType: 'basic', monthlyPrice: '5.21', yearlyPrice: '50', animalLimit: 50, isActive: true };
const pages = { '/choose-plan': { component: ChoosePlanPage, validateSearch: parsePlanSearch } };

function open(address: string, isSelling: boolean) {
  const reads = { '/api/pricing-plans': [basic], '/api/subscription': { isSelling, hasTrial: true } };
  fakeApi(reads, (_, { code }: { code: string }) =>
    code === 'STAYS25' ? { discountPercent: 25 } : refusal(400, 'plans.coupon_invalid'),
  );
  return showPages(pages, address, { id: 'ada', farmRole: 'owner' }, { inShell: false }).router;
}

test('where payments are not set up nothing is sold, which is said, and no trial is offered', async () => {
  open('/choose-plan', false);
  await screen.findByText('Paid plans cannot be bought here yet');
  const isOffered = (plan: string) => !screen.getByRole<HTMLButtonElement>('button', { name: `Choose ${plan}` }).disabled;
  expect(['Guest', 'Basic'].map(isOffered)).toEqual([true, false]);
  screen.getByText('Payments are not set up here.');
  expect(screen.queryByText(/free trial/)).toBeNull();
});

test('the cycle and the coupon are still chosen after the payment page, until the coupon is removed or is none', async () => {
  const router = open('/choose-plan?cancelled=c1&cycle=yearly&coupon=STAYS25', true);
  await screen.findByText('$37.50');
  screen.getByRole('radio', { name: /^Yearly/, checked: true });
  expect(screen.getByLabelText<HTMLInputElement>('Coupon code').value).toBe('STAYS25');
  await press('Remove');
  await screen.findByText('$50');
  expect(router.state.location.search).toEqual({ cancelled: 'c1', cycle: 'yearly' });
  cleanup();
  const other = open('/choose-plan?coupon=NO-SUCH', true);
  await waitFor(() => expect(other.state.location.search).toEqual({}));
});
