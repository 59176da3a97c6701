import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Login, PasswordReset, Registration } from '#contract/accounts.ts';
import type { z } from 'zod';
import { ApiError, call, isOutcomeUnknown, sentenceOf } from '#web/lib/api.ts';
import { clearDrafts } from '#web/lib/drafts.ts';
import { becomeVisitor, clearCache, refreshCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';

/** Long enough for the welcome to be seen, as specified. */
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
        // By this same attempt, of which nothing was heard: the account is there and theirs.
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

/** Whoever is signed in at this browser may have been signed out by it: what is known of them is forgotten. */
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

/** Ends the session of this browser where the person is. */
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
  /** Sent along with what is typed; absent where it would only be refused. */
  readonly setupToken?: string;
  /** `none`: the address names no setup link. `unknown`: the server could not be asked. */
  readonly state: 'none' | 'checking' | 'open' | 'closed' | 'unknown';
}

/** The setup link that the server prints leads to the sign-in page: whoever goes on from there becomes the administrator. */
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

/** Somebody else used the link meanwhile: the page says so, and the next attempt goes without it. */
function useCheckSetupLinkAgain(): (error: unknown) => void {
  const client = useQueryClient();
  return (error) => {
    if (error instanceof ApiError && error.code === 'accounts.setup_link_used')
      void client.invalidateQueries({ queryKey: ['setup-link'] });
  };
}

/**
 * What follows a sign-in: a clean slate, the new person's data, a word of welcome, the farm. Whoever wanted to be somewhere else gets
 * there, unless it was another account that was there.
 */
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
