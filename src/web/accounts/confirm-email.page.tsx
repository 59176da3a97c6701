import { useSearch } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/server/api.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { useResendConfirmation } from '#web/lib/session/resend-confirmation.ts';
import { refreshCurrentUser, useCurrentUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useSignOutHere } from './accounts.data.ts';
import { linkFailure, LinkScreen, ToFarm, ToSignIn } from './link-screen.tsx';

/** Opening the page changes nothing, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const { token = '' } = useSearch({ from: '/confirm-email' });
  const { data: user } = useCurrentUser();
  const client = useQueryClient();
  const { mutate, ...confirmation } = useCall('confirmEmail', {
    onSuccess: () => refreshCurrentUser(client).catch(() => null),
  });
  const confirm = () => mutate({ body: { token } });

  if (confirmation.isSuccess) {
    return (
      <LinkScreen title="Your address is confirmed">
        <p>
          Emails about your plan and your payments now come here too. Buyers can write to you about your listings, and you can
          invite people to your farm.
        </p>
        <Onward isSignedIn={Boolean(user)} />
      </LinkScreen>
    );
  }
  if (token === '') {
    return (
      <LinkScreen title="This did not work">
        <p role="alert">This link is incomplete. Open it from the email again.</p>
        <Onward isSignedIn={Boolean(user)} />
      </LinkScreen>
    );
  }
  if (confirmation.isError) return <Refused error={confirmation.error} isSignedIn={Boolean(user)} again={confirm} />;
  return (
    <LinkScreen title="Is this your address?">
      <p>Somebody gave this email address for an account here. If it was you, confirm it.</p>
      <p>If it was not you, close this page. Nothing will change.</p>
      <Button busy={confirmation.isPending} onClick={confirm}>
        {confirmation.isPending ? 'Confirming...' : 'Confirm my address'}
      </Button>
    </LinkScreen>
  );
}

function Refused({ error, isSignedIn, again }: { error: Error; isSignedIn: boolean; again: () => void }) {
  const signOut = useSignOutHere();
  const resend = useResendConfirmation();
  const code = error instanceof ApiError ? error.code : undefined;

  if (code === 'accounts.confirm_link_of_other') {
    return (
      <LinkScreen title="This link is for another account">
        <p role="alert">
          This browser is signed in to a different account. If the other account is yours too, sign out here and confirm its
          address.
        </p>
        <p>If it is not yours, close this page. Nothing will change.</p>
        <div className="flex flex-wrap gap-2.5">
          <Button busy={signOut.isPending} onClick={() => signOut.mutate({}, { onSuccess: again })}>
            Sign out and confirm
          </Button>
          <ToFarm />
        </div>
      </LinkScreen>
    );
  }
  const isOver = code === 'accounts.confirm_link_expired' || code === 'accounts.confirm_link_invalid';
  return (
    <LinkScreen title={isOver ? 'This link does not work any more' : 'This did not work'}>
      <p role="alert">{linkFailure(error)}</p>
      {isOver && !isSignedIn && <p>Sign in and open Profile to have a new link sent.</p>}
      {isOver && isSignedIn && <p>If your address is not confirmed yet, you can have a new link sent to it.</p>}
      <div className="flex flex-wrap gap-2.5">
        {isOver && isSignedIn && (
          <Button busy={resend.isPending} onClick={() => resend.mutate({})}>
            {resend.isPending ? 'Sending...' : 'Send a new link'}
          </Button>
        )}
        {!isOver && <Button onClick={again}>Try again</Button>}
        <Onward isSignedIn={isSignedIn} />
      </div>
    </LinkScreen>
  );
}

const Onward = ({ isSignedIn }: { isSignedIn: boolean }) => (isSignedIn ? <ToFarm /> : <ToSignIn />);
