import { screen, showPart } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { FarmForm } from './farm-form.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

type User = Parameters<typeof FarmForm>[0]['user'];

const user = { id: 'ada', email: 'ada@example.org', emailConfirmed: true, profileVersion: '1' } as unknown as User;

test('a member who may not manage the farm changes what is their own, and is offered no plan', async () => {
  const asked = vi.fn<(url: string) => Promise<Response>>(async () => Response.json({}));
  vi.stubGlobal('fetch', asked);
  const viewer = { ...user, farmRole: 'viewer', subscriptionPlan: 'enterprise', animalLimit: 999_999 } as User;
  const page = () => (
    <>
      <SubscriptionCard user={viewer} />
      <FarmForm user={viewer} />
    </>
  );
  showPart(page, viewer);
  await screen.findByLabelText('Phone number');
  expect(screen.queryByLabelText(/^Farm /)).toBeNull();
  expect(screen.queryByText('Upgrade Plan')).toBeNull();
  expect(asked.mock.calls.filter(([url]) => url.includes('subscription'))).toEqual([]);
});
