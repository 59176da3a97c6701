import { roleWords } from '#domain/accounts/role-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '#web/lib/server/api.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { loadPage } from '#web/lib/server/reachable.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { openAnew } from '#web/lib/session/stored-farm.ts';
import { Button } from '#web/ui/button.tsx';
import { invitationQuery, useSignOutHere } from './accounts.data.ts';
import { invitationTitle } from './invitation-notice.tsx';
import { linkFailure, LinkScreen, ToFarm } from './link-screen.tsx';

/** Opening the page does not join the farm: the person reads which farm it is and then joins. */
export function JoinPage() {
  const { token = '' } = useSearch({ from: '/join' });
  const { data: user } = useCurrentUser();
  const opened = useQuery(invitationQuery(token));
  const join = useCall('acceptInvitation', { onSuccess: openAnew });
  const failure = join.error ?? opened.error;
  if (failure) return <Refused error={failure} token={token} />;
  if (!opened.data || !user) return null;
  const { role, email } = opened.data;
  return (
    <LinkScreen title={invitationTitle(opened.data)}>
      <p>
        {roleWords[role].may} You are signed in as {user.username}.
      </p>
      {email.toLowerCase() !== user.email.toLowerCase() && (
        <p role="alert">The invitation is for {email}, which is not your address.</p>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button busy={join.isPending || join.isSuccess} onClick={() => join.mutate({ body: { token } })}>
          Join the farm
        </Button>
        <ToFarm />
      </div>
    </LinkScreen>
  );
}

function Refused({ error, token }: { error: Error; token: string }) {
  const signOut = useSignOutHere();
  const isOtherAddress = error instanceof ApiError && error.code === 'invitations.other_address';
  return (
    <LinkScreen title="This did not work">
      <p role="alert">{linkFailure(error)}</p>
      <div className="flex flex-wrap gap-2.5">
        {isOtherAddress && (
          <Button
            busy={signOut.isPending}
            onClick={() => signOut.mutate({}, { onSuccess: () => void loadPage(`/login?invitation=${token}`) })}
          >
            Use another account
          </Button>
        )}
        <ToFarm />
      </div>
    </LinkScreen>
  );
}
