import { screen, showPages } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import type { FarmRole } from '#domain/accounts/members.ts';
import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { ChoosePlanPage } from './choose-plan.page.tsx';

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
