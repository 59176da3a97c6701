import { fakeApi, press, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { idOf } from '#test/build-animal.ts';
import { HooksCard } from './hooks-card.tsx';

const at = '2026-11-20T05:00:00.000Z';
const on = { state: 'on', offReason: null, previousUntil: null, createdAt: at, waiting: 2 };
const hook = { id: idOf(1), url: 'https://books.example/farm', events: ['animal.created'], ...on };
const failed = { state: 'failed', attempts: 10, triedAt: at, nextAt: null, outcome: '500' };
const delivery = { id: idOf(2), type: 'animal.created', kind: 'animal', recordId: idOf(3), at, ...failed };

function show(hooks: object[]) {
  const reads = { '/api/hooks': () => hooks, [`/api/hooks/${hook.id}/deliveries`]: [delivery] };
  const sent = fakeApi(reads, (request) => {
    if (request.endsWith('/send-again')) return { ...delivery, state: 'waiting' };
    if (!request.startsWith('DELETE')) return { hook, secret: 'whsec_secret' };
    hooks.length = 0;
    return { message: 'Deleted' };
  });
  showPart(() => <HooksCard hasPlan />);
  return sent;
}

const noHook = 'No program is notified of changes yet.';
const secret = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;

test('a webhook is made for what was chosen, and its secret is shown once', async () => {
  const sent = show([]);
  await screen.findByText(noHook);
  await userEvent.type(screen.getByLabelText('Address'), hook.url);
  await press(/^Journal/, 'checkbox');
  await press('Make a webhook');
  expect(await secret('Secret')).toBe('whsec_secret');
  expect(sent).toEqual([['POST /api/hooks', { url: hook.url, events: ['animal.created', 'animal.changed', 'animal.deleted'] }]]);
});

test('what was not delivered is seen, and sent again', async () => {
  const sent = show([hook]);
  await screen.findByText('On · 1 kind of change · 2 waiting');
  await press('Deliveries');
  await screen.findByText(/Not delivered · .* · 10 attempts · 500/);
  await press('Send again: animal.created');
  await waitFor(() => expect(sent[0]?.[0]).toBe(`POST /api/hooks/${hook.id}/deliveries/${delivery.id}/send-again`));
});

test('a webhook is switched off, gets another secret, and is deleted only when that was asked for twice', async () => {
  const sent = show([hook]);
  await press('Switch off');
  await waitFor(() => expect(sent).toEqual([[`PATCH /api/hooks/${hook.id}`, { state: 'off' }]]));
  await press('New secret');
  expect(await secret('New secret')).toBe('whsec_secret');
  await press(`Delete ${hook.url}`);
  expect(sent).toHaveLength(2);
  await press('Delete for good');
  await screen.findByText(noHook);
});
