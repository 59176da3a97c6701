import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Login, PasswordReset, Registration } from '#contract/accounts.ts';
import type { z } from 'zod';
import { ApiError, call, sentenceOf } from '#web/lib/api.ts';
import { forgetEverything, refreshCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/ui/use-toast.ts';

/** Long enough for the welcome to be seen, as specified. */
const redirectDelay = 100;

const somethingWentWrong = {
  title: 'Error',
  description: 'Something went wrong. Please try again.',
  variant: 'destructive',
} as const;

export function useLogin() {
  const setup = useSetupToken();
  const arrive = useArrival();
  return useMutation({
    mutationFn: (body: z.input<typeof Login>) => call('login', { body: { ...body, ...setup } }),
    onSuccess: () => arrive('Welcome back!', "You've successfully logged in."),
    onError: (error) => refuse(error, 'Login failed', 'Invalid credentials'),
  });
}

export function useRegister() {
  const setup = useSetupToken();
  const arrive = useArrival();
  return useMutation({
    mutationFn: (body: z.input<typeof Registration>) => call('register', { body: { ...body, ...setup } }),
    onSuccess: () => arrive('Account created!', 'Your account has been successfully created.'),
    onError: (error) => refuse(error, 'Registration failed', 'Could not create account'),
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
    onSuccess: () => forgetEverything(client),
  });
}

/** The setup link that the server prints leads to the sign-in page: whoever goes on from there becomes the administrator. */
export function useSetupToken(): { setupToken?: string } {
  const { setup } = useSearch({ from: '/login' });
  return setup === undefined ? {} : { setupToken: setup };
}

/** What follows a sign-in: a clean slate, the new person's data, a word of welcome, the farm. */
function useArrival() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (title: string, description: string) => {
    forgetEverything(client);
    await refreshCurrentUser(client);
    toast({ title, description });
    await new Promise((resolve) => setTimeout(resolve, redirectDelay));
    await navigate({ to: '/' });
  };
}

function refuse(error: Error, title: string, fallback: string): void {
  if (error instanceof ApiError) toast({ title, description: sentenceOf(error, fallback), variant: 'destructive' });
  else toast(somethingWentWrong);
}
