import type { QueryClient } from '@tanstack/react-query';
import { clearDrafts, hasDrafts } from './drafts.ts';
import { endSession } from './end-session.ts';
import { localCopy } from './local-copy.ts';
import { clearCache, setSignedOut, signedInId } from './session.ts';
import { isSignOutUnsent } from './unsent-sign-out.ts';
import { toast } from './use-toast.ts';

/** Without signal, the server is told later. Operations that are kept are sent when the same person signs in here again. */
export async function logout(client: QueryClient, keepsOperations: boolean): Promise<void> {
  await endSession();
  await localCopy()?.end({ keepsOperations });
  const owner = signedInId(client);
  clearCache(client);
  setSignedOut(client);
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
