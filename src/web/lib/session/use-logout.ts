import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from '../use-toast.ts';
import { clearDrafts, hasDrafts } from '../forms/drafts.ts';
import { endSession } from './end-session.ts';
import { localCopy } from '../server/local-copy.ts';
import { clearCache, setSignedOut, signedInId } from './session.ts';
import { isSignOutUnsent } from './unsent-sign-out.ts';

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

/** Without signal, the server is told later. Operations that are kept are sent when the same person signs in here again. */
async function logout(client: QueryClient, keepsOperations: boolean): Promise<void> {
  await endSession();
  await localCopy()?.end({ keepsOperations });
  const owner = signedInId(client);
  clearCache(client);
  setSignedOut(client);
  clearDrafts(null);
  const hasTyped = hasDrafts(owner);
  const isUnsent = isSignOutUnsent();
  const sentences = [
    isUnsent ? 'The server has not answered. Your session ends as soon as it does; nothing of the farm is shown here.' : '',
    hasTyped ? 'What you typed but did not save is kept here for you.' : '',
  ].filter(Boolean);
  toast({
    title: isUnsent ? 'Not logged out yet' : 'Logged out',
    ...(isUnsent && { variant: 'neutral' }),
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    ...(hasTyped && { action: { label: 'Remove it', onPress: () => clearDrafts(owner) } }),
  });
}
