import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showPart } from '#test/show-pages.tsx';
import type { FarmRole } from '#domain/accounts/members.ts';
import { RemindersCard } from './reminders-card.tsx';

const kinds = ['births', 'boosters', 'chores', 'withdrawals'];
const calendar = { kinds, madeAt: '2026-11-20T05:00:00.000Z', readAt: null };
const push = { publicKey: 'BKey', hour: null };
const nothing = { calendar: null, mail: null, push };

/** After a write the server answers reads with what it answered to the last write. */
function show(
  answers: Readonly<Record<string, object>>,
  { farmRole = 'worker', emailConfirmed = true }: { farmRole?: FarmRole; emailConfirmed?: boolean } = {},
) {
  let stored = answers['GET /api/reminders'] ?? nothing;
  const sent: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const request = `${method} ${url}`;
    if (method === 'GET') return Response.json(stored);
    sent.push([request, typeof body === 'string' ? JSON.parse(body) : undefined]);
    const answer = answers[request] ?? {};
    stored = 'reminders' in answer ? (answer.reminders as object) : answer;
    return Response.json(answer);
  });
  showPart(RemindersCard, { farmRole, emailConfirmed });
  return sent;
}

test('a link to the calendar is made for what was chosen, and shown once', async () => {
  const sent = show({
    'GET /api/reminders': nothing,
    'POST /api/reminders/calendar': { token: 'abc', reminders: { calendar, mail: null, push } },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Tasks' }));
  expect(screen.queryByRole('checkbox', { name: 'Papers' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Make a link' }));
  const link = await screen.findByLabelText<HTMLInputElement>('Link');
  expect(link.value).toMatch(/\/api\/calendar\/abc\.ics$/);
  expect(sent).toEqual([
    [
      'POST /api/reminders/calendar',
      { kinds: ['births', 'boosters', 'withdrawals'], zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ],
  ]);
});

test('papers are in the calendar of people who may issue them', async () => {
  show({ 'GET /api/reminders': nothing }, { farmRole: 'manager' });
  expect(await screen.findByRole('checkbox', { name: 'Papers', checked: true })).toBeDefined();
});

test('a link can be revoked, and what it has changes at once', async () => {
  const sent = show({
    'GET /api/reminders': { calendar, mail: null, push },
    'PATCH /api/reminders/calendar': { calendar: { ...calendar, kinds: ['births'] }, mail: null, push },
    'DELETE /api/reminders/calendar': nothing,
  });
  await screen.findByText(/not used yet/);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ends of withdrawals' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'PATCH /api/reminders/calendar',
    expect.objectContaining({ kinds: ['births', 'boosters', 'chores'] }),
  ]);
  const revoke = screen.getByRole('button', { name: 'Revoke the link' });
  await waitFor(() => expect(revoke.matches(':disabled, [aria-disabled=true]')).toBe(false));
  await userEvent.click(revoke);
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByRole('button', { name: 'Make a link' });
});

test('before the address is confirmed the morning email cannot be chosen, and the link can be sent again', async () => {
  const sent = show({ 'POST /api/auth/resend-confirmation': nothing }, { emailConfirmed: false });
  await screen.findByText(/Your email address is not confirmed yet.*Until then no email is sent/);
  const hours = screen.getAllByRole('combobox', { name: 'Hour' });
  expect(hours[0]?.matches(':disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  await waitFor(() => expect(sent.map(([request]) => request)).toEqual(['POST /api/auth/resend-confirmation']));
});
