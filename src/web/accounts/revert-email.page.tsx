import { useSearch } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/server/api.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { clearCache } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { linkFailure, LinkScreen as Screen, ToSignIn } from './link-screen.tsx';

/** Opening the page changes nothing, because mail scanners open links too. */
export function RevertEmailPage() {
  const { token = '' } = useSearch({ from: '/revert-email' });
  const client = useQueryClient();
  // The server may have ended the session of another account in this browser, so all cached data is removed.
  const { mutate, ...revert } = useCall('revertEmail', { onSuccess: () => clearCache(client) });
  const restore = () => mutate({ body: { token } });

  if (revert.isSuccess) {
    return (
      <Screen title="Your address is restored">
        <p>Every device is signed out, and the old password no longer works.</p>
        <p>We have emailed you a temporary password. Sign in with it and choose a new one under Settings.</p>
        <ToSignIn />
      </Screen>
    );
  }
  if (revert.isError || token === '') {
    const isUsed = token === '' || (revert.error instanceof ApiError && revert.error.code === 'accounts.revert_link_used');
    return (
      <Screen title="This did not work">
        <p role="alert">{token === '' ? 'This link is incomplete. Open it from the email again.' : linkFailure(revert.error)}</p>
        {isUsed && (
          <p>
            If somebody else controls your account, choose 'Reset Password' on the sign-in page, or write to the people who run
            this server.
          </p>
        )}
        <div className="flex flex-wrap gap-2.5">
          {!isUsed && <Button onClick={restore}>Try again</Button>}
          <ToSignIn />
        </div>
      </Screen>
    );
  }
  return (
    <Screen title="Was this you?">
      <p>Somebody changed the email address of your account. If it was you, close this page. Nothing will change.</p>
      <p>
        If it was not you, restore your address. Every device is signed out, and we email a temporary password to the old address.
      </p>
      <Button busy={revert.isPending} onClick={restore}>
        {revert.isPending ? 'Restoring...' : 'Restore my address'}
      </Button>
    </Screen>
  );
}
