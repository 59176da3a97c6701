import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
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
import { HandOver } from './hand-over.tsx';
import { PaperPrint } from './paper-print.tsx';
import { paperSizes, usePaperSize } from './paper-size.ts';

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
        <NotSold tags={paper.data.unsoldTags} />
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

function NotSold({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Alert
      variant="destructive"
      title={`No sale on this day is recorded of ${tags.join(', ')} any more`}
      className="mb-5 max-w-3xl"
    >
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
