import { fakeApi, press, refusal, screen, showPages, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { setSignOutUnsent } from '#web/lib/session/unsent-sign-out.ts';
import { ConfirmEmailPage } from './confirm-email.page.tsx';
import { parseLoginSearch } from './login-search.ts';
import { LoginPage } from './login.page.tsx';
import { parseTokenSearch } from './token-search.ts';

const pages = {
  '/login': { component: LoginPage, validateSearch: parseLoginSearch },
  '/confirm-email': { component: ConfirmEmailPage, validateSearch: parseTokenSearch },
};
const open = (address: string, user?: object) => showPages(pages, address, user, { inShell: false });

test('a setup link that was used says so, and people sign in as usual', async () => {
  const wrong = refusal(401, 'accounts.invalid_credentials');
  const sent = fakeApi({}, (request) => (request.endsWith('setup-link') ? { isOpen: false } : wrong));
  open('/login?setup=used');
  await screen.findByText('This setup link no longer works');
  expect(screen.queryByText(/becomes the administrator/)).toBeNull();
  await userEvent.type(screen.getByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await press('Login');
  await waitFor(() => expect(sent.at(-1)).toEqual(['POST /api/auth/login', { username: 'ada', password: 'correct horse' }]));
});

test('that the server does not know yet that somebody has signed out is said until it answers', async () => {
  setSignOutUnsent(true);
  let hasSignal = false;
  vi.stubGlobal('fetch', async () => {
    if (!hasSignal) throw new TypeError('offline');
    return Response.json({ message: 'Logged out' });
  });
  open('/login');
  await screen.findByText('You are not logged out on the server yet');
  hasSignal = true;
  dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('You are not logged out on the server yet')).toBeNull());
});

test.each([
  ['who is signed in can have a new one sent', { id: 'ada' }],
  ['a visitor is told to sign in', undefined],
])('of a link that is too old to confirm an address %s', async (_, user) => {
  const tooOld = refusal(400, 'accounts.confirm_link_expired', 'This link is more than seven days old.');
  const sent = fakeApi({ '/api/auth/me': user ?? refusal(401, 'session.required') }, (request) =>
    request.endsWith('confirm-email') ? tooOld : { message: 'Sent' },
  );
  open('/confirm-email?token=old', user);
  await press('Confirm my address');
  await screen.findByText('This link is more than seven days old.');
  if (user) await press('Send a new link');
  else await screen.findByText('Sign in and open Profile to have a new link sent.');
  const resent = sent.filter(([request]) => request === 'POST /api/auth/resend-confirmation');
  expect([resent.length, screen.queryAllByRole('button').length]).toEqual(user ? [1, 1] : [0, 0]);
});
