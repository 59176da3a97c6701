import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { CurrentUser } from '#contract/accounts.ts';
import { FarmNumbersCard } from './farm-numbers-card.tsx';

const noNumbers = { flock: null, holding: null, premises: null };
const user = { id: 'me', farmRole: 'owner', profileVersion: '1', farmNumbers: noNumbers } as unknown as CurrentUser;

/** Somebody else has saved `theirs` since the card was opened. */
function show(theirs: Readonly<Record<string, string>>) {
  let stored = { ...user, profileVersion: '2', farmNumbers: { ...noNumbers, ...theirs } } as CurrentUser;
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(stored);
    const { version, farmNumbers } = JSON.parse(body as string) as { version: string } & Pick<CurrentUser, 'farmNumbers'>;
    if (version !== stored.profileVersion) {
      return Response.json({ status: 409, code: 'record.stale', message: 'Changed elsewhere' }, { status: 409 });
    }
    stored = { ...stored, profileVersion: `${version}'`, farmNumbers };
    return Response.json(stored);
  });
  showPart(() => <FarmNumbersCard user={user} />, user);
  return () => stored.farmNumbers;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));

test('a number that somebody else has entered meanwhile is kept beside the own one', async () => {
  const numbers = show({ premises: '00ABCD1' });
  await userEvent.type(await screen.findByLabelText(/holding/i), '12/345/6789');
  await save();
  await screen.findByText('A number has been changed elsewhere');
  expect(numbers()).toMatchObject({ holding: null, premises: '00ABCD1' });
  await save();
  await waitFor(() => expect(numbers()).toMatchObject({ holding: '12/345/6789', premises: '00ABCD1' }));
  expect(screen.queryByText('A number has been changed elsewhere')).toBeNull();
});
