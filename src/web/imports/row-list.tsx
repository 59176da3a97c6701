import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, CircleSlash, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ImportDetail, ImportRow } from '#contract/imports.ts';
import type { Verdict } from '#domain/imports/plan.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EarTag } from '#web/ui/ear-tag.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageList } from '#web/ui/page-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type RowFilter, rowsQuery } from './imports.data.ts';

/** What becomes of each row, and why. More rows are read as the end of the list comes near. */
export function RowList({ detail, filter }: { detail: ImportDetail; filter: RowFilter }) {
  const rows = useInfiniteQuery(rowsQuery(detail, filter));
  if (rows.isPending) return <RowsLoading />;
  if (rows.isError) {
    return <LoadFailed what="The rows" error={rows.error} busy={rows.isFetching} onRetry={() => void rows.refetch()} />;
  }
  const found = rows.data.pages.flat();
  if (found.length === 0) {
    const isForgotten = detail.preview.length === 0;
    return (
      <p className="py-8 text-center text-muted-foreground">
        {isForgotten ? 'The rows of this old file are no longer kept.' : 'There are no such rows in this file.'}
      </p>
    );
  }
  return (
    <>
      <PageList items={found} keyOf={(row) => String(row.number)} estimate={76} label="Rows of the file">
        {(row) => <RowEntry row={row} isDone={detail.state !== 'staged'} />}
      </PageList>
      {rows.hasNextPage && <More onSeen={() => void (rows.isFetching || rows.fetchNextPage())} />}
    </>
  );
}

const looks: Readonly<
  Record<Verdict, { label: string; done: string; icon: ReactNode; variant: 'good' | 'straw' | 'secondary' | 'destructive' }>
> = {
  ready: { label: 'Ready', done: 'Came in', icon: <CircleCheck aria-hidden />, variant: 'good' },
  changed: { label: 'Changes an animal', done: 'Changed an animal', icon: <Pencil aria-hidden />, variant: 'straw' },
  duplicate: { label: 'Nothing new', done: 'Nothing new', icon: <CircleMinus aria-hidden />, variant: 'secondary' },
  refused: { label: 'Left out', done: 'Left out', icon: <CircleSlash aria-hidden />, variant: 'destructive' },
};

function RowEntry({ row, isDone }: { row: ImportRow; isDone: boolean }) {
  const look = looks[row.verdict];
  return (
    <div className="grid gap-x-5 gap-y-1.5 border-b py-3 sm:grid-cols-[5rem_minmax(0,14rem)_minmax(0,1fr)] lg:grid-cols-[5rem_minmax(0,20rem)_minmax(0,1fr)]">
      <span className="text-sm text-muted-foreground tabular-nums sm:pt-0.5">Row {row.number}</span>
      <span className="flex min-w-0 flex-wrap items-center gap-2 self-start">
        {row.tagNumber !== '' && <EarTag>{row.tagNumber}</EarTag>}
        <Badge variant={look.variant}>
          {look.icon}
          {isDone ? look.done : look.label}
        </Badge>
      </span>
      <div className="flex min-w-0 flex-col gap-1 break-words">
        {row.reason !== null && <p>{row.reason}</p>}
        {row.changes.map(({ label, from, to }) => (
          <p key={label} className="whitespace-pre-line">
            <span className="font-semibold">{label}:</span> {from !== null && <s className="text-muted-foreground">{from}</s>}{' '}
            {to}
          </p>
        ))}
        {row.remarks.map((remark) => (
          <p key={remark} className="text-sm text-muted-foreground">
            {remark}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Stands at the end of what is there and asks for more when it comes into view. */
function More({ onSeen }: { onSeen: () => void }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!line.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), { rootMargin: '1200px' });
    observer.observe(line.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={line} className="py-4">
      <Skeleton className="h-14" />
    </div>
  );
}

const RowsLoading = () => (
  <div className="flex flex-col gap-3 py-3" aria-hidden>
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} className="h-14" />
    ))}
  </div>
);
