import { expect, test } from 'vitest';
import { idOf } from '#test/build-animal.ts';
import { fakeApi, press, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { ApiKeysCard } from './api-keys-card.tsx';
import { HooksCard } from './hooks-card.tsx';

const at = '2026-11-20T05:00:00.000Z';
const made = { createdBy: 'ada', createdAt: at, expiresAt: null, usedOn: null };
const key = { id: idOf(1), name: 'Scale', scopes: ['see', 'record'], lastFour: 'wxyz', ...made };

function showKeys(keys: object[], hasPlan = true) {
  const sent = fakeApi({ '/api/api-keys': () => keys }, (request) => {
    if (request.startsWith('DELETE')) keys.length = 0;
    return { id: key.id, key: 'bw_secret', message: 'API key revoked' };
  });
  showPart(() => <ApiKeysCard hasPlan={hasPlan} />);
  return sent;
}

test('a key is made for what was chosen, and shown once', async () => {
  const sent = showKeys([]);
  await userEvent.type(await screen.findByLabelText('What it is for'), 'Scale');
  await press(/^Record/, 'checkbox');
  await press('Make a key');
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).value).toBe('bw_secret');
  expect(sent).toEqual([['POST /api/api-keys', { name: 'Scale', scopes: ['see', 'record'], expiresAt: null }]]);
});

test('a key is revoked only when that was asked for twice', async () => {
  const sent = showKeys([key]);
  await screen.findByText(/See the herd, Record · not used yet/);
  await press('Revoke Scale');
  expect(sent).toEqual([]);
  await press('Revoke for good');
  await waitFor(() => expect(sent[0]?.[0]).toBe(`DELETE /api/api-keys/${key.id}`));
  await screen.findByText('No program has a key yet.');
});

const on = { state: 'on', offReason: null, previousUntil: null, createdAt: at, waiting: 2 };
const hook = { id: idOf(1), url: 'https://books.example/farm', events: ['animal.created'], ...on };

function showHooks(hooks: object[]) {
  const sent = fakeApi({ '/api/hooks': () => hooks }, (request) => {
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
  const sent = showHooks([]);
  await screen.findByText(noHook);
  await userEvent.type(screen.getByLabelText('Address'), hook.url);
  await press(/^Journal/, 'checkbox');
  await press('Make a webhook');
  expect(await secret('Secret')).toBe('whsec_secret');
  expect(sent).toEqual([['POST /api/hooks', { url: hook.url, events: ['animal.created', 'animal.changed', 'animal.deleted'] }]]);
});

test('a webhook is switched off, gets another secret, and is deleted only when that was asked for twice', async () => {
  const sent = showHooks([hook]);
  await press('Switch off');
  await waitFor(() => expect(sent).toEqual([[`PATCH /api/hooks/${hook.id}`, { state: 'off' }]]));
  await press('New secret');
  expect(await secret('New secret')).toBe('whsec_secret');
  await press(`Delete ${hook.url}`);
  expect(sent).toHaveLength(2);
  await press('Delete for good');
  await screen.findByText(noHook);
});

test('a farm without the plan is told what it lacks, and can still revoke a key', async () => {
  showKeys([key], false);
  await screen.findByText(/come with the Enterprise plan/);
  expect(await screen.findByRole('button', { name: 'Revoke Scale' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull();
});
