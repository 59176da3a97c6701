import { fakeApi, press, screen, showPart, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { idOf } from '#test/build-animal.ts';
import { ApiKeysCard } from './api-keys-card.tsx';

const made = { createdBy: 'ada', createdAt: '2026-11-20T05:00:00.000Z', expiresAt: null, usedOn: null };
const key = { id: idOf(1), name: 'Scale', scopes: ['see', 'record'], lastFour: 'wxyz', ...made };

function show(keys: object[], hasPlan = true) {
  const sent = fakeApi({ '/api/api-keys': () => keys }, (request) => {
    if (request.startsWith('DELETE')) keys.length = 0;
    return { id: key.id, key: 'bw_secret', message: 'API key revoked' };
  });
  showPart(() => <ApiKeysCard hasPlan={hasPlan} />);
  return sent;
}

test('a key is made for what was chosen, and shown once', async () => {
  const sent = show([]);
  await userEvent.type(await screen.findByLabelText('What it is for'), 'Scale');
  await press(/^Record/, 'checkbox');
  await press('Make a key');
  expect((await screen.findByLabelText<HTMLInputElement>('Key')).value).toBe('bw_secret');
  expect(sent).toEqual([['POST /api/api-keys', { name: 'Scale', scopes: ['see', 'record'], expiresAt: null }]]);
});

test('a key is revoked only when that was asked for twice', async () => {
  const sent = show([key]);
  await screen.findByText(/See the herd, Record · not used yet/);
  await press('Revoke Scale');
  expect(sent).toEqual([]);
  await press('Revoke for good');
  await waitFor(() => expect(sent[0]?.[0]).toBe(`DELETE /api/api-keys/${key.id}`));
  await screen.findByText('No program has a key yet.');
});

test('a farm without the plan is told what it lacks, and can still revoke', async () => {
  show([key], false);
  await screen.findByText(/come with the Enterprise plan/);
  expect(await screen.findByRole('button', { name: 'Revoke Scale' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Make a key' })).toBeNull();
});
