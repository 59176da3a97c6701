import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from './logout.ts';
import { toast } from './use-toast.ts';

/** Asks what to do with unsent entries before signing out. */
export const signOutForm = 'sign-out';
/** Lets another person of the farm sign in with their PIN. */
export const switchForm = 'switch person';

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation<unknown, Error, { readonly keepsOperations: boolean }>({
    mutationFn: ({ keepsOperations }) => logout(client, keepsOperations),
    onSuccess: () => navigate({ to: '/login' }),
    onError: () => toast({ title: 'Error', description: 'Failed to log out. Please try again.', variant: 'destructive' }),
  });
}
