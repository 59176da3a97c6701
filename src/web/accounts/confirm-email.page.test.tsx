import { fakeApi, press, refusal, screen, showPages } from '#test/show-pages.tsx';
import { expect, test } from 'vitest';
import { ConfirmEmailPage } from './confirm-email.page.tsx';
import { parseTokenSearch } from './token-search.ts';

const pages = { '/confirm-email': { component: ConfirmEmailPage, validateSearch: parseTokenSearch } };

test.each([
  ['who is signed in can have a new one sent', { id: 'ada' }],
  ['a visitor is told to sign in', undefined],
])('of a link that is too old to confirm an address %s', async (_, user) => {
  const tooOld = refusal(400, 'accounts.confirm_link_expired', 'This link is more than seven days old.');
  const sent = fakeApi({ '/api/auth/me': user ?? refusal(401, 'session.required') }, (request) =>
    request.endsWith('confirm-email') ? tooOld : { message: 'Sent' },
  );
  showPages(pages, '/confirm-email?token=old', user, { inShell: false });
  await press('Confirm my address');
  await screen.findByText('This link is more than seven days old.');
  if (user) await press('Send a new link');
  else await screen.findByText('Sign in and open Profile to have a new link sent.');
  const resent = sent.filter(([request]) => request === 'POST /api/auth/resend-confirmation');
  expect([resent.length, screen.queryAllByRole('button').length]).toEqual(user ? [1, 1] : [0, 0]);
});
