import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import { HooksCard } from './hooks-card.tsx';

const hook = {
  id: '019a0000-0000-7000-8000-000000000001',
  url: 'https://books.example/farm',
  events: ['animal.created'],
  state: 'on',
  offReason: null,
  previousUntil: null,
  createdAt: '2026-11-20T05:00:00.000Z',
  waiting: 2,
};
const delivery = {
  id: '019a0000-0000-7000-8000-000000000002',
  type: 'animal.created',
  kind: 'animal',
  recordId: '019a0000-0000-7000-8000-000000000003',
  at: '2026-11-21T05:00:00.000Z',
  state: 'failed',
  attempts: 10,
  triedAt: '2026-11-21T05:00:00.000Z',
  nextAt: null,
  outcome: '500',
};

function show(hooks: object[], hasPlan = true) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json(url.endsWith('/deliveries') ? [delivery] : hooks);
    sent.push([`${method} ${url}`, typeof body === 'string' ? JSON.parse(body) : undefined]);
    if (method === 'DELETE') hooks.length = 0;
    if (url.endsWith('/send-again')) return Response.json({ ...delivery, state: 'waiting' });
    return Response.json(method === 'DELETE' ? { message: 'Deleted' } : { hook, secret: 'whsec_secret' });
  });
  showPart(() => <HooksCard hasPlan={hasPlan} />);
  return sent;
}

test('a webhook is made for what was chosen, and its secret is shown once', async () => {
  const sent = show([]);
  await screen.findByText('No program is notified of changes yet.');
  await userEvent.type(screen.getByLabelText('Address'), hook.url);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Journal/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a webhook' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_secret');
  expect(sent).toEqual([['POST /api/hooks', { url: hook.url, events: ['animal.created', 'animal.changed', 'animal.deleted'] }]]);
});

test('what was not delivered is seen, and sent again', async () => {
  const sent = show([hook]);
  await screen.findByText('On · 1 kind of change · 2 waiting');
  await userEvent.click(screen.getByRole('button', { name: 'Deliveries' }));
  await screen.findByText(/Not delivered · .* · 10 attempts · 500/);
  await userEvent.click(screen.getByRole('button', { name: 'Send again: animal.created' }));
  await waitFor(() => expect(sent).toEqual([[`POST /api/hooks/${hook.id}/deliveries/${delivery.id}/send-again`, undefined]]));
});

test('a webhook is switched off, gets another secret, and is deleted only when that was asked for twice', async () => {
  const sent = show([hook]);
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(sent).toEqual([[`PATCH /api/hooks/${hook.id}`, { state: 'off' }]]));
  await userEvent.click(await screen.findByRole('button', { name: 'New secret' }));
  expect((await screen.findByLabelText<HTMLInputElement>('New secret')).value).toBe('whsec_secret');
  await userEvent.click(screen.getByRole('button', { name: `Delete ${hook.url}` }));
  expect(sent).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Delete for good' }));
  await screen.findByText('No program is notified of changes yet.');
});

test('a farm without the plan is told what it lacks, and can still delete', async () => {
  show([hook], false);
  await screen.findByText(/come with the Enterprise plan/);
  expect(await screen.findByRole('button', { name: `Delete ${hook.url}` })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a webhook' })).toBeNull();
});
