import { plural } from '#domain/values/plural.ts';
import type { ReactNode } from 'react';
import { count } from '#web/lib/text/format.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChartCard } from '#web/components/charts/chart-card.tsx';
import { PatternSample } from '#web/components/charts/chart-patterns.tsx';
import type { Slice } from './slice.ts';

// The chart library is large, so it is loaded after the numbers.
const SharePie = lazily(async () => (await import('./share-pie.tsx')).SharePie);

interface ShareCardProps {
  readonly title: string;
  readonly what: string;
  /** Reserves the height of the table, so that the layout does not shift. */
  readonly expectedRows: number;
  readonly slices: readonly Slice[] | undefined;
  readonly empty: string;
  readonly drawing: ReactNode;
  /** What the numbers rest on. */
  readonly note?: ReactNode;
}

export function ShareCard({ title, what, expectedRows, slices, empty, drawing, note }: ShareCardProps) {
  const total = slices?.reduce((sum, slice) => sum + slice.count, 0) ?? 0;
  return (
    <ChartCard title={title} description={total > 0 ? plural(total, 'active animal') : 'Active animals'}>
      {slices?.length === 0 ? (
        <EmptyState isChart drawing={drawing} title={empty} />
      ) : (
        <div className="grid grid-cols-1 items-center gap-x-6 gap-y-3 @xl:grid-cols-2">
          {slices ? (
            <LoadedLater what="The chart" fallback={<PieSkeleton />}>
              <SharePie slices={slices} label={`Pie chart. ${title}: ${inWords(slices)}`} />
            </LoadedLater>
          ) : (
            <PieSkeleton />
          )}
          {slices ? <ShareTable title={title} what={what} slices={slices} /> : <TableSkeleton lines={expectedRows} />}
        </div>
      )}
      <div className="mt-3 text-sm text-muted-foreground empty:hidden">{note}</div>
    </ChartCard>
  );
}

const inWords = (slices: readonly Slice[]): string =>
  slices
    .filter((slice) => slice.count > 0)
    .map(({ label, text }) => `${label} ${text}`)
    .join(', ');

function ShareTable({ title, what, slices }: { title: string; what: string; slices: readonly Slice[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{title}, as numbers</caption>
        <thead>
          <tr className="text-sm text-muted-foreground [&>th]:border-b [&>th]:py-1.5 [&>th]:font-semibold">
            <th scope="col" className="text-start">
              {what}
            </th>
            <th scope="col" className="text-end">
              Animals
            </th>
            <th scope="col" className="w-20 text-end">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.label} className="[&>*]:border-b [&>*]:py-1.5">
              <th scope="row" className="text-start font-medium">
                <span className="flex flex-wrap items-center gap-x-2.5">
                  <PatternSample pattern={slice.pattern} />
                  {slice.label}
                </span>
              </th>
              <td className="text-end">{count(slice.count)}</td>
              <td className="text-end font-semibold">{slice.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PieSkeleton = () => (
  <div aria-hidden className="flex h-75 items-center justify-center">
    <Skeleton shape="pill" className="size-65" />
  </div>
);

const TableSkeleton = ({ lines }: { lines: number }) => (
  <div aria-hidden>
    <Skeleton className="mb-2 h-6 w-1/2" />
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className="flex h-9.25 items-center border-b">
        <Skeleton className="h-5 w-full" />
      </div>
    ))}
  </div>
);
