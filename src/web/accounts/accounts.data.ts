import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Login, Registration } from '#contract/accounts.ts';
import type { z } from 'zod';
import { ApiError, call, isOutcomeUnknown, errorMessage } from '#web/lib/server/api.ts';
import { clearDrafts } from '#web/lib/forms/drafts.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { localCopy } from '#web/lib/server/local-copy.ts';
import { setSignedOut, clearCache, refreshCurrentUser, sendSignOut } from '#web/lib/session/session.ts';
import { setSignOutUnsent } from '#web/lib/session/unsent-sign-out.ts';
import { somethingWentWrong } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';

/** The specification asks for this delay, so that the toast is seen. */
const redirectDelayMs = 100;

export function useLogin() {
  const { setupToken } = useSetupLink();
  const completeSignIn = useCompleteSignIn();
  const checkAgain = useCheckSetupLinkAgain();
  return useMutation({
    mutationFn: async (body: z.input<typeof Login>) => {
      await sendSignOut();
      return call('login', { body: { ...body, ...(setupToken && { setupToken }) } });
    },
    onSuccess: () => completeSignIn('Welcome back!', "You've successfully logged in.", 'wanted'),
    onError: (error) => {
      showFailure(error, 'Login failed', 'Invalid credentials');
      checkAgain(error);
    },
  });
}

export function useRegister() {
  const { setupToken } = useSetupLink();
  const { invitation, link } = useSearch({ from: '/login' });
  const unansweredAttempt = useRef<string>(undefined);
  const completeSignIn = useCompleteSignIn();
  const checkAgain = useCheckSetupLinkAgain();
  return useMutation({
    mutationFn: async (body: z.input<typeof Registration>) => {
      const attempt = JSON.stringify(body);
      await sendSignOut();
      try {
        return await call('register', {
          body: { ...body, ...(setupToken && { setupToken }), ...(invitation && { invitation }), ...(link && { link }) },
        });
      } catch (error) {
        const isTaken = error instanceof ApiError && error.code === 'accounts.username_taken';
        // An earlier attempt whose answer was lost may have created this account.
        if (isTaken && attempt === unansweredAttempt.current) {
          return call('login', { body: { username: body.username, password: body.password } });
        }
        if (isOutcomeUnknown(error)) unansweredAttempt.current = attempt;
        throw error;
      }
    },
    onSuccess: () => completeSignIn('Account created!', 'Your account has been successfully created.', 'start'),
    onError: (error) => {
      showFailure(error, 'Registration failed', 'Could not create account');
      checkAgain(error);
    },
  });
}

export const invitationQuery = (token: string) =>
  queryOptions({ queryKey: ['invitation', token], queryFn: () => call('openInvitation', { body: { token } }) });

/** The invitation behind the link in the address; `over` where the link no longer works. */
export function useInvitation() {
  const { invitation: token } = useSearch({ from: '/login' });
  const { data, error } = useQuery({ ...invitationQuery(token ?? ''), enabled: token !== undefined });
  return { token, invitation: data, isOver: error instanceof ApiError && error.code === 'invitations.invalid' };
}

export const useResetPassword = () =>
  useCall('resetPassword', {
    onSuccess: () => toast({ title: 'Password Reset', description: 'Your password has been emailed to you.' }),
    onError: (error) => showFailure(error, 'Reset Failed', 'Could not reset password'),
  });

export function useSignOutHere() {
  const client = useQueryClient();
  return useCall('logout', {
    onSuccess: async () => {
      await localCopy()?.end({ keepsOperations: true });
      clearCache(client);
      setSignedOut(client);
    },
  });
}

interface SetupLink {
  readonly setupToken?: string;
  /** `none`: the address has no setup link. `unknown`: the server could not be reached. */
  readonly state: 'none' | 'checking' | 'open' | 'closed' | 'unknown';
}

/** The first start of the server prints the setup link (rule 19); whoever signs in or registers with it becomes the administrator. */
export function useSetupLink(): SetupLink {
  const { setup } = useSearch({ from: '/login' });
  const { data, isError } = useQuery({
    queryKey: ['setup-link', setup],
    queryFn: ({ signal }) => call('checkSetupLink', { body: { token: setup ?? '' } }, signal),
    enabled: setup !== undefined,
  });
  if (setup === undefined) return { state: 'none' };
  if (isError) return { state: 'unknown', setupToken: setup };
  if (!data) return { state: 'checking' };
  return data.isOpen ? { state: 'open', setupToken: setup } : { state: 'closed' };
}

/** Another account has used the link, so the page says so and the next attempt omits the token. */
function useCheckSetupLinkAgain(): (error: unknown) => void {
  const client = useQueryClient();
  return (error) => {
    if (error instanceof ApiError && error.code === 'accounts.setup_link_used')
      void client.invalidateQueries({ queryKey: ['setup-link'] });
  };
}

/** The address that was asked for is not opened if another account asked for it. */
function useCompleteSignIn() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const { invitation } = useSearch({ from: '/login' });
  return async (title: string, description: string, goal: 'wanted' | 'start') => {
    setSignOutUnsent(false);
    clearCache(client);
    const user = await refreshCurrentUser(client);
    clearDrafts(null);
    toast({ title, description });
    await painted();
    await new Promise((resolve) => setTimeout(resolve, redirectDelayMs));
    const { wanted } = history.location.state;
    const isWanted = goal === 'wanted' || wanted?.address.startsWith('/move-in') === true;
    const isSameUser = isWanted && (wanted?.signedOut?.userId ?? user?.id) === user?.id;
    if (invitation !== undefined && goal === 'wanted') await navigate({ to: '/join', search: { token: invitation } });
    else if (wanted && isSameUser) history.replace(wanted.address);
    else await navigate({ to: user?.farmRole === 'worker' ? '/work' : '/' });
  };
}

/** Resolves when the page has been painted; a hidden page is not. */
const painted = (): Promise<unknown> | undefined =>
  document.visibilityState === 'visible' ? new Promise((resolve) => requestAnimationFrame(resolve)) : undefined;

function showFailure(error: Error, title: string, fallback: string): void {
  if (error instanceof ApiError) toast({ title, description: errorMessage(error, fallback), variant: 'destructive' });
  else toast(somethingWentWrong);
}
