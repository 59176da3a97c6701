import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { FarmForm } from './farm-form.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

type User = Parameters<typeof FarmForm>[0]['user'];

const user = { id: 'ada', email: 'ada@example.org', emailConfirmed: true, profileVersion: '1' } as unknown as User;

test('an expired plan has room for 10 animals and leads to the plans', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const expired = {
    ...user,
    farmRole: 'owner',
    subscriptionPlan: 'premium',
    subscriptionStatus: 'expired',
    animalLimit: 10,
  } as User;
  showPart(() => <SubscriptionCard user={expired} />, expired);
  await screen.findByText('Up to 10');
  screen.getByText('expired');
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/choose-plan');
});

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
