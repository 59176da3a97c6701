import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Printer, Download } from 'lucide-react';
import { useState } from 'react';
import type { FullPaper } from '#contract/papers.ts';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { ReasonField, useReasonForm } from '#web/components/forms/reason-form.tsx';
import { longDate } from '#web/lib/text/format.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { LabelledChoice } from '#web/ui/choice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { kindLabels, paperQuery, useCancelPaper } from './issued-papers.data.ts';
import { PaperPrint } from './paper-print.tsx';
import { paperSizes, usePaperSize } from './paper-size.ts';
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
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

export function IssuedPaperPage() {
  const { id } = useParams({ from: '/shell/receipts/$id' });
  const paper = useQuery(paperQuery(id));
  const [size, setSize] = usePaperSize(false);
  usePageTitle(paper.data?.label ?? 'Paper');
  if (paper.isError) {
    return <QueryFailed what="The paper" query={paper} />;
  }
  if (!paper.data) return <Skeleton className="h-96 max-w-3xl" />;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={paper.data.label}
          back={{ to: '/receipts', label: 'Receipts' }}
          subtitle={`${kindLabels[paper.data.kind]} · ${paper.data.isReceived ? 'from' : 'to'} ${paper.data.party}`}
          actions={
            <>
              {!paper.data.isReceived && paper.data.cancelledAt === null && <CancelButton paper={paper.data} />}
              <Button onClick={() => window.print()}>
                <Printer aria-hidden />
                Print
              </Button>
            </>
          }
        />
        <State paper={paper.data} />
        <Outdated tags={paper.data.unsoldTags} what={(tags) => `No sale on this day is recorded of ${tags} any more`} />
        <Outdated tags={paper.data.correctedTags} what={(tags) => `The sale of ${tags} was corrected after this paper`} />
        {paper.data.kind === 'movement' && !paper.data.isReceived && paper.data.cancelledAt === null && (
          <HandOver paperId={paper.data.id} />
        )}
        <LabelledChoice
          label="Sheet"
          fieldClassName="mb-5"
          layout="wrapped"
          options={paperSizes.map((each) => ({ value: each, label: each }))}
          value={size}
          onChange={setSize}
        />
      </div>
      <PaperPrint paper={paper.data} size={size} />
    </>
  );
}

/** Who issued and cancelled the paper, and its replacement. */
function State({ paper }: { readonly paper: FullPaper }) {
  const { isReceived, createdAt, issuedBy, cancelledAt, cancelledBy, cancelReason, replacedBy, replacesId, content, day, party } =
    paper;
  const by = (name: string | null): string => (name === null ? '' : ` by ${name}`);
  return (
    <div className="mb-5 flex max-w-3xl flex-col gap-3">
      <p className="text-muted-foreground">
        {isReceived
          ? `Issued by ${party}, and stored here on ${longDate(createdAt.slice(0, 10))}.`
          : `Issued on ${longDate(createdAt.slice(0, 10))}${by(issuedBy)}. It cannot be changed.`}
        {replacesId !== null && content.replaces !== null && (
          <>
            {' It replaces '}
            <Link to="/receipts/$id" params={{ id: replacesId }} className="underline underline-offset-4">
              {content.replaces}
            </Link>
            .
          </>
        )}
      </p>
      {cancelledAt !== null && (
        <Alert
          title={`Cancelled on ${longDate(cancelledAt.slice(0, 10))}${by(cancelledBy)}`}
          action={
            replacedBy ? (
              <LinkButton to="/receipts/$id" params={{ id: replacedBy.id }} variant="outline">
                {replacedBy.label} replaces it
              </LinkButton>
            ) : (
              !isReceived && (
                <LinkButton to="/receipt" search={{ day, instead: paper.id }} variant="outline">
                  Issue another one
                </LinkButton>
              )
            )
          }
        >
          {cancelReason}
        </Alert>
      )}
    </div>
  );
}

interface OutdatedProps {
  readonly tags: readonly string[];
  readonly what: (tags: string) => string;
}

function Outdated({ tags, what }: OutdatedProps) {
  if (tags.length === 0) return null;
  return (
    <Alert variant="destructive" title={what(tags.join(', '))} className="mb-5 max-w-3xl">
      Replace this paper or cancel it.
    </Alert>
  );
}

function CancelButton({ paper: { id, label, day } }: { readonly paper: FullPaper }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelPaper();
  const form = useReasonForm();
  return (
    <>
      <LinkButton to="/receipt" search={{ day, instead: id }} variant="outline">
        Replace
      </LinkButton>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Cancel it
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Cancel ${label}?`}
        description="The paper stays in the list, marked as cancelled. Its number is not used again."
      >
        <DialogForm
          form={form}
          onSubmit={async ({ reason }) => {
            await cancel.mutateAsync({ id, reason: reason.trim() });
            setOpen(false);
          }}
          submitLabel="Cancel the paper"
          busyLabel="Cancelling..."
          failure="Could not cancel the paper"
        >
          <ReasonField form={form} hint="It is printed on the paper" />
        </DialogForm>
      </Dialog>
    </>
  );
}

/** Transfers the animals on a movement document to the buyer's farm by a code, or to a buyer elsewhere as a file. */
function HandOver({ paperId }: { readonly paperId: string }) {
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
