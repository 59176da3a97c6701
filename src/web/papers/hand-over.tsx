import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Transfer } from '#contract/transfers.ts';
import { productTitle } from '#domain/product.ts';
import { CopyField } from '#web/components/copy-field.tsx';
import { DownloadLink } from '#web/components/download-link.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { urlOf } from '#web/lib/server/api.ts';
import { dayOf } from '#web/lib/text/moments.ts';
import { read } from '#web/lib/server/query.ts';
import { useSave } from '#web/lib/server/use-call.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Transfers the animals on a movement document to the buyer's farm by a code, or to a buyer elsewhere as a file. */
export function HandOver({ paperId }: { readonly paperId: string }) {
  const transfers = useQuery(read('listTransfers', { params: { id: paperId } }));
  const [withNotes, setWithNotes] = useState(false);
  const accepted = transfers.data?.find(({ state }) => state === 'accepted');
  return (
    <Card className="mb-6 max-w-3xl print:hidden">
      <CardHeader
        title="Transfer the animals"
        description="The buyer gets them on their own farm, with weights, treatments, numbers, photo, ancestors and these papers. On your farm they stay as sold."
      />
      <CardContent className="flex flex-col items-start gap-4">
        {!transfers.data && <Skeleton className="h-11 w-full" />}
        {accepted?.acceptedAt && <p className="font-medium">Accepted on {dayText(dayOf(accepted.acceptedAt), today())}.</p>}
        {transfers.data && !accepted && (
          <>
            <CheckboxLine
              checked={withNotes}
              onCheckedChange={(next) => setWithNotes(next === true)}
              hint="The notes on the animals and in their journals. If not ticked, they stay with you."
            >
              Include my notes
            </CheckboxLine>
            <Codes paperId={paperId} transfers={transfers.data} withNotes={withNotes} />
          </>
        )}
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 border-t pt-4">
          <p className="min-w-0 flex-1 basis-60 text-muted-foreground">
            Is the buyer not on {productTitle}? Send them a file instead.
          </p>
          <Button asChild variant="outline">
            <DownloadLink href={urlOf('downloadSold', { params: { id: paperId }, query: { notes: withNotes ? 'yes' : 'no' } })}>
              <Download aria-hidden />
              Download a file
            </DownloadLink>
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

interface CodesProps {
  readonly paperId: string;
  readonly transfers: readonly Transfer[];
  readonly withNotes: boolean;
}

function Codes({ paperId, transfers, withNotes }: CodesProps) {
  const make = useSave('makeTransfer', { failed: 'Could not create a code' });
  const revoke = useSave('revokeTransfer', { done: 'Revoked', failed: 'Could not revoke this' });
  const waiting = transfers.find(({ state }) => state === 'waiting');
  const code = waiting && make.data?.transfer.id === waiting.id ? make.data.code : undefined;
  return (
    <>
      {code !== undefined && (
        <div className="w-full">
          <CopyField
            label="Link for the buyer"
            hint="It is shown only once and works once. Send it only to the buyer: whoever opens it first gets the records."
            value={`${location.origin}/move-in#${code}`}
          />
          <p className="mt-2">
            Or give them the code: <strong className="font-mono whitespace-nowrap">{code}</strong>
          </p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button
          busy={make.isPending}
          variant={waiting ? 'outline' : 'default'}
          onClick={() => make.mutate({ body: { paperId, withNotes } })}
        >
          {waiting ? 'Create another link' : 'Create a link for the buyer'}
        </Button>
        {waiting && (
          <Button
            busy={revoke.isPending}
            variant="outline"
            onClick={() => revoke.mutate({ params: { id: waiting.id } }, { onSuccess: make.reset })}
          >
            Revoke
          </Button>
        )}
        {waiting && <p className="text-muted-foreground">A link is open until {dayText(dayOf(waiting.expiresAt), today())}.</p>}
      </div>
    </>
  );
}
