import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { KeysSheet } from '#web/components/page/keys-sheet.tsx';
import { SupportLine } from '#web/components/support-line.tsx';
import { momentText } from '#web/lib/text/moments.ts';
import { read } from '#web/lib/server/query.ts';
import { useCall } from '#web/lib/server/use-call.ts';
import { refreshCurrentUser, useRights } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SettingRow } from '#web/components/page/setting-row.tsx';

const accessQuery = { ...read('readSupportAccess', {}), staleTime: 0 };

/** Lets the owner decide whether the people who run the site may view the farm. */
export function SupportCard() {
  const isOwner = useRights().has('own');
  const [isListing, setListing] = useState(false);
  return (
    <Card className="mb-6 max-w-3xl">
      <CardHeader title="Help" />
      <CardContent className="max-md:has-[>button:only-child]:hidden">
        <SupportLine />
        <Button variant="link" size="bare" className="max-md:hidden" onClick={() => setListing(true)}>
          Keyboard shortcuts
        </Button>
      </CardContent>
      <KeysSheet isOpen={isListing} onClose={() => setListing(false)} />
      {isOwner && <Access />}
    </Card>
  );
}

function Access() {
  const client = useQueryClient();
  const access = useQuery(accessQuery);
  const then = {
    // Everybody on the farm sees until when.
    onSuccess: () => refreshCurrentUser(client),
    onError: (error: unknown) => toastFailure(error, 'Could not change this'),
  };
  const [allow, end] = [useCall('allowSupport', then), useCall('endSupport', then)];
  if (access.isError) {
    return (
      <CardContent>
        <QueryFailed what="This" query={access} />
      </CardContent>
    );
  }
  if (!access.data) {
    return (
      <CardContent>
        <Skeleton className="h-20" />
      </CardContent>
    );
  }
  const { endsAt, visitors } = access.data;
  const isBusy = allow.isPending || end.isPending;
  return (
    <SettingRow
      icon={LifeBuoy}
      title="Let the people who run this site view your farm"
      hint={
        endsAt === null
          ? 'They see your farm while they help you but cannot change anything. It ends automatically and is listed in your history.'
          : `They may see your farm until ${momentText(endsAt)} but cannot change anything.`
      }
      control={
        endsAt === null ? (
          <>
            <Button variant="outline" disabled={isBusy} onClick={() => allow.mutate({ body: { hours: 1 } })}>
              For an hour
            </Button>
            <Button variant="outline" disabled={isBusy} onClick={() => allow.mutate({ body: { hours: 24 } })}>
              For a day
            </Button>
          </>
        ) : (
          <Button variant="outline" busy={end.isPending} onClick={() => end.mutate({})}>
            Stop it now
          </Button>
        )
      }
    >
      {visitors.map(({ name, since }) => (
        <p key={name}>
          {name} has been viewing it since {momentText(since)}.
        </p>
      ))}
    </SettingRow>
  );
}
