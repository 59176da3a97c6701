import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Login, PasswordReset, Registration } from '#contract/accounts.ts';
import type { z } from 'zod';
import { ApiError, call, isOutcomeUnknown, sentenceOf } from '#web/lib/api.ts';
import { clearDrafts } from '#web/lib/drafts.ts';
import { becomeVisitor, clearCache, refreshCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';

/** Milliseconds, so that the welcome can be read (specification). */
const redirectDelay = 100;

const somethingWentWrong = {
  title: 'Error',
  description: 'Something went wrong. Please try again.',
  variant: 'destructive',
} as const;

export function useLogin() {
  const { setupToken } = useSetupLink();
  const arrive = useArrival();
  const checkAgain = useCheckSetupLinkAgain();
  return useMutation({
    mutationFn: (body: z.input<typeof Login>) => call('login', { body: { ...body, ...(setupToken && { setupToken }) } }),
    onSuccess: () => arrive('Welcome back!', "You've successfully logged in.", 'wanted'),
    onError: (error) => {
      refuse(error, 'Login failed', 'Invalid credentials');
      checkAgain(error);
    },
  });
}

export function useRegister() {
  const { setupToken } = useSetupLink();
  const unheard = useRef<string>(undefined);
  const arrive = useArrival();
  const checkAgain = useCheckSetupLinkAgain();
  return useMutation({
    mutationFn: async (body: z.input<typeof Registration>) => {
      const attempt = JSON.stringify(body);
      try {
        return await call('register', { body: { ...body, ...(setupToken && { setupToken }) } });
      } catch (error) {
        const isTaken = error instanceof ApiError && error.code === 'accounts.username_taken';
        // An earlier attempt with the same id may have created this account although its answer was lost.
        if (isTaken && attempt === unheard.current) {
          return call('login', { body: { username: body.username, password: body.password } });
        }
        if (isOutcomeUnknown(error)) unheard.current = attempt;
        throw error;
      }
    },
    onSuccess: () => arrive('Account created!', 'Your account has been successfully created.', 'start'),
    onError: (error) => {
      refuse(error, 'Registration failed', 'Could not create account');
      checkAgain(error);
    },
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: z.input<typeof PasswordReset>) => call('resetPassword', { body }),
    onSuccess: () => toast({ title: 'Password Reset', description: 'Your password has been emailed to you.' }),
    onError: (error) => refuse(error, 'Reset Failed', 'Could not reset password'),
  });
}

/** Removes all cached data, because the server may have ended the session of another account in this browser. */
export function useRevertEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('revertEmail', { body: { token } }),
    onSuccess: () => clearCache(client),
  });
}

export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call('confirmEmail', { body: { token } }),
    onSuccess: () => refreshCurrentUser(client).catch(() => null),
  });
}

export function useSignOutHere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('logout', {}),
    onSuccess: () => {
      clearCache(client);
      becomeVisitor(client);
    },
  });
}

interface SetupLink {
  /** The token to send; undefined where the server would refuse it. */
  readonly setupToken?: string;
  /** `none`: the address has no setup link. `unknown`: the server could not be asked. */
  readonly state: 'none' | 'checking' | 'open' | 'closed' | 'unknown';
}

/** The setup link that the server prints opens the sign-in page; the account that signs in or registers there becomes the administrator. */
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

/** Another account used the link first: the page says so, and the next attempt omits the token. */
function useCheckSetupLinkAgain(): (error: unknown) => void {
  const client = useQueryClient();
  return (error) => {
    if (error instanceof ApiError && error.code === 'accounts.setup_link_used')
      void client.invalidateQueries({ queryKey: ['setup-link'] });
  };
}

/** Clears the cache, stores the new user, shows the welcome and goes to the address that was asked for, unless it was another account's. */
function useArrival() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  return async (title: string, description: string, goal: 'wanted' | 'start') => {
    clearCache(client);
    const user = await refreshCurrentUser(client);
    clearDrafts(null);
    toast({ title, description });
    await new Promise((resolve) => setTimeout(resolve, redirectDelay));
    const { wanted } = history.location.state;
    const isTheirs = goal === 'wanted' && (wanted?.signedOut?.userId ?? user?.id) === user?.id;
    if (wanted && isTheirs) history.replace(wanted.address);
    else await navigate({ to: '/' });
  };
}

function refuse(error: Error, title: string, fallback: string): void {
  if (error instanceof ApiError) toast({ title, description: sentenceOf(error, fallback), variant: 'destructive' });
  else toast(somethingWentWrong);
}
