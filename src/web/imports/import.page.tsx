import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ImportDetail } from '#contract/imports.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { NeedsServer } from '#web/components/loading/needs-server.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CheckRows } from './check-rows.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportHistory } from './import-history.tsx';
import { type ImportStep, ImportSteps } from './import-steps.tsx';
import { importQuery, useApplyImport } from './imports.data.ts';
import { MatchColumns } from './match-columns.tsx';
import { WritingRows } from './writing-rows.tsx';

export function ImportPage() {
  const { id } = useSearch({ from: '/shell/animals/import' });
  return (
    <>
      <PageHeader title="Import Animals" subtitle="Import your herd from a spreadsheet" />
      <NeedsServer what="You can import animals">{id === undefined ? <Beginning /> : <Prepared key={id} id={id} />}</NeedsServer>
    </>
  );
}

function Beginning() {
  const navigate = useNavigate({ from: '/animals/import' });
  return (
    <>
      <ImportSteps current="File" />
      <ChooseFile onReady={(id) => void navigate({ search: { id } })} />
      <ImportHistory />
    </>
  );
}

function Prepared({ id }: { id: string }) {
  const detail = useQuery(importQuery(id));
  const navigate = useNavigate({ from: '/animals/import' });
  const another = () => void navigate({ search: {} });
  if (detail.isPending) return <Loading />;
  if (detail.isError) {
    const isGone = detail.error instanceof ApiError && [400, 404].includes(detail.error.status);
    return isGone ? <Gone onAnother={another} /> : <QueryFailed what="This import" query={detail} />;
  }
  return <Step detail={detail.data} onAnother={another} />;
}

function Step({ detail, onAnother }: { detail: ImportDetail; onAnother: () => void }) {
  const { step } = useSearch({ from: '/shell/animals/import' });
  const navigate = useNavigate({ from: '/animals/import' });
  const go = (next: 'check' | undefined) => void navigate({ search: { id: detail.id, ...(next && { step: next }) } });
  const applying = useApplyImport(detail.id);
  if (applying.isPending || detail.progress) {
    return (
      <>
        <ImportSteps current="Check" />
        <WritingRows id={detail.id} rows={detail.rowCount} />
      </>
    );
  }
  const at = stepOf(detail, step);
  return (
    <>
      <ImportSteps current={at} />
      <p dir="auto" className="mb-5 truncate text-muted-foreground">
        {detail.fileName}
      </p>
      {at === 'Done' && detail.applied && <ImportDone detail={detail} applied={detail.applied} onAnother={onAnother} />}
      {at === 'Done' && !detail.applied && <Gone onAnother={onAnother} />}
      {at === 'Check' && detail.dryRun && (
        <CheckRows detail={detail} dryRun={detail.dryRun} applying={applying} onBack={() => go(undefined)} onClosed={onAnother} />
      )}
      {at === 'Columns' && (
        <MatchColumns
          detail={detail}
          onNext={() => go('check')}
          onBack={onAnother}
          onSheet={(id) => void navigate({ search: { id } })}
        />
      )}
    </>
  );
}

function stepOf({ state, dryRun }: ImportDetail, asked: 'check' | undefined): ImportStep {
  if (state !== 'staged') return 'Done';
  return asked === 'check' && dryRun ? 'Check' : 'Columns';
}

const Gone = ({ onAnother }: { onAnother: () => void }) => (
  <EmptyState
    drawing={<BrokenFence />}
    title="This import is no longer here"
    action={<Button onClick={onAnother}>Choose a file</Button>}
  >
    It was cancelled before anything was imported. Choose the file again.
  </EmptyState>
);

const Loading = () => (
  <div className="flex flex-col gap-5">
    <output className="sr-only">Loading the import</output>
    <Skeleton className="h-10" />
    <Skeleton shape="card" className="h-40" />
    <Skeleton shape="card" className="h-96" />
  </div>
);
