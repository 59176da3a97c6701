import { useQuery, useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Printer, Download } from 'lucide-react';
import { useState } from 'react';
import type { FullPaper } from '#contract/papers.ts';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { Dialog, DialogContent, DialogHeader } from '#web/components/dialog.tsx';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { ReasonField, useReasonForm } from '#web/components/reason-form.tsx';
import { longDate } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { GroupField } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { kindLabels, paperQuery, useCancelPaper } from './issued-papers.data.ts';
import { PaperPrint } from './paper-print.tsx';
import { paperSizes, usePaperSize } from './paper-size.ts';
import type { Transfer } from '#contract/transfers.ts';
import { productTitle } from '#domain/product.ts';
import { CopyField } from '#web/components/copy-field.tsx';
import { dayText } from '#web/herd/day-text.ts';
import { call, urlOf } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/moments.ts';
import { read } from '#web/lib/query.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { today } from '#web/lib/today.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { CheckboxLine } from '#web/ui/checkbox.tsx';

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
            <a href={urlOf('downloadSold', { params: { id: paperId }, query: { notes: withNotes ? 'yes' : 'no' } })} download>
              <Download aria-hidden />
              Download a file
            </a>
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
  const make = useMutation({
    mutationFn: () => call('makeTransfer', { body: { paperId, withNotes } }),
    onError: (error) => toastFailure(error, 'Could not create a code'),
  });
  const revoke = useMutation({
    mutationFn: (id: string) => call('revokeTransfer', { params: { id } }),
    onSuccess: () => {
      make.reset();
      toast({ title: 'Revoked' });
    },
    onError: (error) => toastFailure(error, 'Could not revoke this'),
  });
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
        <Button busy={make.isPending} variant={waiting ? 'outline' : 'default'} onClick={() => make.mutate()}>
          {waiting ? 'Create another link' : 'Create a link for the buyer'}
        </Button>
        {waiting && (
          <Button busy={revoke.isPending} variant="outline" onClick={() => revoke.mutate(waiting.id)}>
            Revoke
          </Button>
        )}
        {waiting && <p className="text-muted-foreground">A link is open until {dayText(dayOf(waiting.expiresAt), today())}.</p>}
      </div>
    </>
  );
}

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
        {paper.data.kind === 'movement' && !paper.data.isReceived && paper.data.cancelledAt === null && (
          <HandOver paperId={paper.data.id} />
        )}
        <GroupField label="Sheet" className="mb-5">
          {(described) => (
            <Choice
              {...described}
              layout="wrapped"
              options={paperSizes.map((each) => ({ value: each, label: each }))}
              value={size}
              onChange={setSize}
            />
          )}
        </GroupField>
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
              <Button asChild variant="outline">
                <Link to="/receipts/$id" params={{ id: replacedBy.id }}>
                  {replacedBy.label} replaces it
                </Link>
              </Button>
            ) : (
              !isReceived && (
                <Button asChild variant="outline">
                  <Link to="/receipt" search={{ day, instead: paper.id }}>
                    Issue another one
                  </Link>
                </Button>
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

function CancelButton({ paper: { id, label, day } }: { readonly paper: FullPaper }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelPaper();
  const form = useReasonForm();
  return (
    <>
      <Button asChild variant="outline">
        <Link to="/receipt" search={{ day, instead: id }}>
          Replace
        </Link>
      </Button>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Cancel it
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)}>
        <DialogContent>
          <DialogHeader
            title={`Cancel ${label}?`}
            description="The paper stays in the list, marked as cancelled. Its number is not used again."
          />
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
        </DialogContent>
      </Dialog>
    </>
  );
}
