import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { FarmForm } from './farm-form.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

type User = Parameters<typeof FarmForm>[0]['user'];

const user = {
  id: 'ada',
  email: 'ada@example.org',
  emailConfirmed: true,
  farmName: null,
  ownerName: null,
  phone: null,
  address: null,
  logoUrl: null,
  profileVersion: '1',
} as unknown as User;

test('a profile that was changed elsewhere is merged with what was typed, and saved on top of it', async () => {
  const theirs = { ...user, profileVersion: '2', farmName: 'Windy Hill', phone: '555-0202' };
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(theirs);
    sent.push(JSON.parse(body as string));
    if (sent.length > 1) return Response.json({ ...theirs, profileVersion: '3' });
    return Response.json({ code: 'record.stale', message: 'Changed elsewhere' }, { status: 409 });
  });
  showPart(() => <FarmForm user={user} />, user);
  await userEvent.type(await screen.findByLabelText('Phone number'), '555-0101');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Your profile has been changed elsewhere');
  expect(screen.getByLabelText<HTMLInputElement>('Farm name').value).toBe('Windy Hill');
  await userEvent.click(screen.getByRole('radio', { name: 'Theirs 555-0202' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { version: '1', phone: '555-0101' },
    { version: '2', farmName: 'Windy Hill', phone: '555-0202' },
  ]);
});

test('an expired plan has room for 10 animals and leads to the plans', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const expired = { ...user, subscriptionPlan: 'premium', subscriptionStatus: 'expired', animalLimit: 10 } as User;
  showPart(() => <SubscriptionCard user={expired} />, expired);
  await screen.findByText('Up to 10');
  screen.getByText('expired');
  expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/choose-plan');
});

test('a member who may not manage the farm changes what is their own, and is offered no plan', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({});
  });
  const viewer = { ...user, farmRole: 'viewer', subscriptionPlan: 'enterprise', animalLimit: 999_999 } as User;
  showPart(
    () => (
      <>
        <SubscriptionCard user={viewer} />
        <FarmForm user={viewer} />
      </>
    ),
    viewer,
  );
  await screen.findByLabelText('Phone number');
  expect(screen.queryByLabelText(/^Farm /)).toBeNull();
  expect(screen.queryByText('Upgrade Plan')).toBeNull();
  expect(asked.filter((url) => url.includes('subscription'))).toEqual([]);
});
