import { fakeApi, press, screen, showPart, waitFor } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { RemindersCard } from './reminders-card.tsx';

const calendar = { kinds: ['births', 'boosters', 'chores', 'withdrawals'], madeAt: '2026-11-20T05:00:00.000Z', readAt: null };
const nothing = { calendar: null, mail: null, push: { publicKey: 'BKey', hour: null } };

interface Shown {
  readonly stored?: object;
  readonly emailConfirmed?: boolean;
  readonly farmRole?: string;
}

function show({ stored = nothing, emailConfirmed = true, farmRole = 'worker' }: Shown = {}) {
  const answers: Readonly<Record<string, object>> = {
    'POST /api/reminders/calendar': { token: 'abc', reminders: { ...nothing, calendar } },
    'PATCH /api/reminders/calendar': { ...nothing, calendar: { ...calendar, kinds: ['births'] } },
  };
  let now = stored;
  const sent = fakeApi({ '/api/reminders': () => now }, (request) => {
    const answer = answers[request] ?? nothing;
    now = 'reminders' in answer ? (answer.reminders as object) : answer;
    return answer;
  });
  showPart(RemindersCard, { farmRole, emailConfirmed });
  return sent;
}

test('a link to the calendar is made for what was chosen, and shown once', async () => {
  const sent = show();
  await press('Tasks', 'checkbox');
  expect(screen.queryByRole('checkbox', { name: 'Papers' })).toBeNull();
  await press('Make a link');
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toMatch(/\/api\/calendar\/abc\.ics$/);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(sent).toEqual([['POST /api/reminders/calendar', { kinds: ['births', 'boosters', 'withdrawals'], zone }]]);
});

test('a link can be revoked, and what it has changes at once', async () => {
  const sent = show({ stored: { ...nothing, calendar } });
  await screen.findByText(/not used yet/);
  await press('Ends of withdrawals', 'checkbox');
  const kinds = ['births', 'boosters', 'chores'];
  await waitFor(() => expect(sent).toMatchObject([['PATCH /api/reminders/calendar', { kinds }]]));
  const revoke = screen.getByRole('button', { name: 'Revoke the link' });
  await waitFor(() => expect(revoke.matches(':disabled, [aria-disabled=true]')).toBe(false));
  await press('Revoke the link');
  await screen.findByRole('button', { name: 'Make a link' });
  expect(sent[1]?.[0]).toBe('DELETE /api/reminders/calendar');
});

test('before the address is confirmed the morning email cannot be chosen, and the link can be sent again', async () => {
  const sent = show({ emailConfirmed: false });
  await screen.findByText(/Your email address is not confirmed yet.*Until then no email is sent/);
  expect(screen.getAllByRole('combobox', { name: 'Hour' })[0]?.matches(':disabled')).toBe(true);
  await press('Send the link again');
  await waitFor(() => expect(sent.map(([request]) => request)).toEqual(['POST /api/auth/resend-confirmation']));
});
