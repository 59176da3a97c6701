import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';

const key = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Scale',
  scopes: ['see', 'record'],
  lastFour: 'wxyz',
  createdBy: 'ada',
  createdAt: '2026-11-20T05:00:00.000Z',
  expiresAt: null,
  usedOn: null,
};

function show(keys: object[], hasPlan = true) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(keys);
    sent.push([`${method} ${url}`, typeof body === 'string' ? JSON.parse(body) : undefined]);
    if (method === 'DELETE') keys.length = 0;
    return Response.json(method === 'POST' ? { id: key.id, key: 'bw_secret' } : { message: 'API key revoked' });
  });
  showPart(() => <ApiKeysCard hasPlan={hasPlan} />);
  return sent;
}

test('a key is made for what was chosen, and shown once', async () => {
  const sent = show([]);
  await screen.findByText('No program has a key yet.');
  await userEvent.type(screen.getByLabelText('What it is for'), 'Scale');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Record/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).value).toBe('bw_secret');
  expect(sent).toEqual([['POST /api/api-keys', { name: 'Scale', scopes: ['see', 'record'], expiresAt: null }]]);
});

test('a key is revoked only when that was asked for twice', async () => {
  const sent = show([key]);
  await screen.findByText(/See the herd, Record · not used yet/);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Scale' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Revoke for good' }));
  await waitFor(() => expect(sent).toEqual([[`DELETE /api/api-keys/${key.id}`, undefined]]));
  await screen.findByText('No program has a key yet.');
});

test('a farm without the plan is told what it lacks, and can still revoke', async () => {
  show([key], false);
  await screen.findByText(/come with the Enterprise plan/);
  expect(await screen.findByRole('button', { name: 'Revoke Scale' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull();
});
