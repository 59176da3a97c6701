import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus, CircleSlash, Pencil, Store } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ImportDetail, ImportRow } from '#contract/imports.ts';
import type { Verdict } from '#domain/imports/planned-row.ts';
import { sexWord } from '#domain/records/births.ts';
import { statusLabels } from '#web/herd/animal/animal-labels.ts';
import { longDate, shortDate } from '#web/lib/text/format.ts';
import { weightText, weightUnit } from '#web/lib/text/weight-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageList } from '#web/components/page/page-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type RowFilter, rowsQuery } from './imports.data.ts';

interface RowListProps {
  readonly detail: ImportDetail;
  readonly filter: RowFilter;
  readonly onChoose?: EntryProps['onChoose'];
}

export function RowList({ detail, filter, onChoose }: RowListProps) {
  const rows = useInfiniteQuery(rowsQuery(detail, filter));
  if (rows.isPending) return <RowsLoading />;
  if (rows.isError) {
    return <QueryFailed what="The rows" query={rows} />;
  }
  const found = rows.data.pages.flat();
  if (found.length === 0) {
    const isForgotten = detail.preview.length === 0;
    return (
      <p className="py-8 text-center text-muted-foreground">
        {isForgotten ? 'The rows of this old file are no longer kept.' : 'This file has no such rows.'}
      </p>
    );
  }
  return (
    <>
      <PageList items={found} keyOf={(row) => String(row.number)} estimate={96} label="Rows of the file">
        {(row) => <RowEntry row={row} state={detail.state} onChoose={onChoose} />}
      </PageList>
      {rows.hasNextPage && <More onSeen={() => void (rows.isFetching || rows.fetchNextPage())} />}
    </>
  );
}

type Look = Readonly<Record<ImportDetail['state'], string>> & {
  readonly icon: ReactNode;
  readonly variant: 'good' | 'straw' | 'secondary' | 'destructive';
};

const sameInAll = (label: string) => ({ staged: label, applied: label, undone: label });

const looks: Readonly<Record<Verdict, Look>> = {
  ready: { staged: 'Ready', applied: 'Added', undone: 'Had been added', icon: <CircleCheck aria-hidden />, variant: 'good' },
  changed: {
    staged: 'Changes an animal',
    applied: 'Changed an animal',
    undone: 'Had changed an animal',
    icon: <Pencil aria-hidden />,
    variant: 'straw',
  },
  duplicate: { ...sameInAll('Nothing new'), icon: <CircleMinus aria-hidden />, variant: 'secondary' },
  refused: { ...sameInAll('Left out'), icon: <CircleSlash aria-hidden />, variant: 'destructive' },
};

interface EntryProps {
  readonly row: ImportRow;
  readonly state: ImportDetail['state'];
  readonly onChoose?: ((row: ImportRow, isTaken: boolean) => void) | undefined;
}

function RowEntry({ row, state, onChoose }: EntryProps) {
  const look = looks[row.verdict];
  return (
    <div className="grid gap-x-5 gap-y-1.5 border-b py-3 sm:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <span className="text-sm text-muted-foreground sm:pt-0.5">Row {row.number}</span>
      <div className="flex min-w-0 flex-col gap-1.5 self-start">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          {row.tagNumber !== '' && <EarTag>{row.tagNumber}</EarTag>}
          {row.animal?.name && <span className="min-w-0 font-semibold break-words">{row.animal.name}</span>}
          <Badge variant={look.variant}>
            {look.icon}
            {look[state]}
          </Badge>
          {row.animal?.goesPublic && (
            <Badge variant="straw">
              <Store aria-hidden />
              Public listing
            </Badge>
          )}
        </span>
        {row.animal && <AnimalFacts animal={row.animal} />}
      </div>
      <div className="flex min-w-0 flex-col gap-1 break-words">
        {row.reason !== null && <p>{row.reason}</p>}
        {row.changes.map(({ label, from, to }) => (
          <p key={label} className="whitespace-pre-line">
            <span className="font-semibold">{label}:</span>{' '}
            {from !== null && <s className="text-muted-foreground">{asShown(label, from)}</s>} {asShown(label, to)}
          </p>
        ))}
        {row.remarks.map((remark) => (
          <p key={remark} className="text-sm text-muted-foreground">
            {remark}
          </p>
        ))}
      </div>
      <RowChoice row={row} onChoose={onChoose} />
    </div>
  );
}

/** The plan has weights in both units, and days as they are stored. Notes are shown as they will be. */
const asShown = (label: string, text: string): string =>
  label === 'Notes'
    ? text
    : text
        .replaceAll(/([\d.]{1,12}) kg \(([\d.]{1,12}) lbs\)/g, (_, kg, lbs) =>
          weightUnit() === 'kg' ? `${kg} kg` : `${lbs} lbs`,
        )
        .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (day) => shortDate(day));

function AnimalFacts({ animal }: { animal: NonNullable<ImportRow['animal']> }) {
  const { birthDate, birthYear, mother, father, weighing } = animal;
  const born = birthDate === null ? birthYear : longDate(birthDate);
  const facts = [
    sexWord({ ...animal, isCastrated: animal.isWether }),
    animal.status !== 'active' && statusLabels[animal.status].toLowerCase(),
    born === null ? 'birth unknown' : `born ${born}`,
    mother !== null && `mother ${mother}`,
    father !== null && `father ${father}`,
    weighing !== null && `${weightText(weighing.grams)} on ${longDate(weighing.date)}`,
  ].filter((fact) => fact !== false);
  return <p className="text-sm break-words text-muted-foreground">{facts.join(' · ')}</p>;
}

function RowChoice({ row, onChoose }: Pick<EntryProps, 'row' | 'onChoose'>) {
  const isTaken = row.verdict === 'ready' || row.verdict === 'changed';
  if (!onChoose || !(isTaken || row.leftOut)) return null;
  return (
    <Button
      variant="outline"
      size="small"
      className="w-fit print:hidden"
      aria-label={`${isTaken ? 'Leave out' : 'Include'} row ${row.number}${row.tagNumber && `, ${row.tagNumber}`}`}
      onClick={() => onChoose(row, !isTaken)}
    >
      {isTaken ? 'Leave out' : 'Include'}
    </Button>
  );
}

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
