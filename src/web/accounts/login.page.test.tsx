import { fakeApi, press, refusal, screen, showPages, userEvent, waitFor } from '#test/show-pages.tsx';
import { expect, test, vi } from 'vitest';
import { setSignOutUnsent } from '#web/lib/session/unsent-sign-out.ts';
import { parseLoginSearch } from './login-search.ts';
import { LoginPage } from './login.page.tsx';

const pages = { '/login': { component: LoginPage, validateSearch: parseLoginSearch } };
const open = (address: string) => showPages(pages, address, undefined, { inShell: false });

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
