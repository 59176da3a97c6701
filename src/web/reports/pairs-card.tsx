import { plural } from '#domain/values/plural.ts';
import type { ReactNode } from 'react';
import { type MatingState, matingStates } from '#domain/breeding/matings.ts';
import type { DateRange as Dates } from '#domain/reports.ts';
import { stateLabels } from '#domain/breeding/matings.ts';
import { count, longDate } from '#web/lib/text/format.ts';
import { Button } from '#web/ui/button.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { BreedingPair } from './breeding-pairs.ts';
import { ChartCard } from '#web/components/charts/chart-card.tsx';
import { PatternSample } from '#web/components/charts/chart-patterns.tsx';
import { ChartTable } from '#web/components/charts/chart-table.tsx';

const PairsBars = lazily(async () => (await import('./pairs-bars.tsx')).PairsBars);

/** The number of bars that stay readable; the table has every pair. */
const maxBars = 8;

interface PairsCardProps {
  readonly pairs: readonly BreedingPair[] | undefined;
  readonly range: Dates;
  readonly filter: ReactNode;
  readonly onShowAll: () => void;
  readonly failure?: ReactNode;
}

export function PairsCard({ pairs, range, filter, onShowAll, failure }: PairsCardProps) {
  const hasRange = range.from !== undefined || range.to !== undefined;
  return (
    <ChartCard
      title="Breeding Pairs"
      description={
        <>
          Father × mother, by outcome of their breeding records
          {hasRange && <span className="hidden print:block">{rangeInWords(range)}</span>}
        </>
      }
      actions={filter}
    >
      {failure ??
        (pairs === undefined ? (
          <PairsSkeleton />
        ) : pairs.length === 0 ? (
          <EmptyState
            drawing={<MotherAndYoung />}
            title="No breeding records available"
            isChart
            action={
              hasRange && (
                <Button variant="outline" onClick={onShowAll}>
                  Show all breeding dates
                </Button>
              )
            }
          />
        ) : (
          <Pairs pairs={pairs} />
        ))}
    </ChartCard>
  );
}

function Pairs({ pairs }: { pairs: readonly BreedingPair[] }) {
  const chartedPairs = pairs.slice(0, maxBars);
  const shown =
    pairs.length > maxBars
      ? `The ${maxBars} pairs with the most records are shown, of ${count(pairs.length)}. The table has every pair.`
      : undefined;
  return (
    <>
      <Legend pairs={pairs} />
      {shown && <p className="pb-1 text-muted-foreground">{shown}</p>}
      <LoadedLater what="The chart" fallback={<BarsSkeleton />}>
        <PairsBars
          pairs={chartedPairs}
          label={`Stacked bar chart of ${plural(chartedPairs.length, 'breeding pair')} by outcome. Its numbers are in the table below.`}
        />
      </LoadedLater>
      <PairsTable pairs={pairs} />
    </>
  );
}

/** The three outcomes, and what was pending until it ended without one. */
const statesOf = (pairs: readonly BreedingPair[]): readonly MatingState[] =>
  matingStates.filter((state) => state !== 'ended' || pairs.some(({ ended }) => ended > 0));

function Legend({ pairs }: { pairs: readonly BreedingPair[] }) {
  return (
    <ul aria-label="Breeding records by outcome" className="flex flex-wrap gap-x-5 gap-y-1.5 pb-2">
      {statesOf(pairs).map((state) => (
        <li key={state} className="flex flex-wrap items-center gap-x-2">
          <PatternSample pattern={state} />
          {stateLabels[state]} <span className="font-semibold">{count(pairs.reduce((sum, pair) => sum + pair[state], 0))}</span>
        </li>
      ))}
    </ul>
  );
}

function rangeInWords({ from, to }: Dates): string {
  const start = from && `from ${longDate(from)}`;
  const end = to && `to ${longDate(to)}`;
  return `Bred ${[start, end].filter(Boolean).join(' ')}`;
}

const PairsSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="mb-2 h-6 w-72 max-w-full" />
    <BarsSkeleton />
    <Skeleton className="mt-6 mb-2.5 h-6 w-36" />
  </div>
);

const BarsSkeleton = () => (
  <div aria-hidden className="flex h-75 flex-col justify-around">
    {['w-full', 'w-4/5', 'w-3/5', 'w-2/5', 'w-1/5'].map((width) => (
      <div key={width} className="flex flex-col gap-1.5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className={`h-4 ${width}`} />
      </div>
    ))}
  </div>
);

const PairsTable = ({ pairs }: { pairs: readonly BreedingPair[] }) => <ChartTable>{() => <Table pairs={pairs} />}</ChartTable>;

function Table({ pairs }: { pairs: readonly BreedingPair[] }) {
  return (
    <table className="w-full border-collapse">
      <caption className="py-2 text-start text-muted-foreground">
        {pairs.length === 1 ? 'One pair' : `All ${count(pairs.length)} pairs, those with the most records first`}
      </caption>
      <thead className="text-sm text-muted-foreground">
        <tr className="[&>th]:border-b [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-semibold">
          <th scope="col" className="text-start">
            Father × mother
          </th>
          {statesOf(pairs).map((state) => (
            <th key={state} scope="col" className="ps-2 text-end">
              <span className="flex items-center justify-end gap-2">
                <PatternSample pattern={state} />
                {/* On narrow screens the legend above the chart names the patterns. */}
                <span className="@max-xl:sr-only">{stateLabels[state]}</span>
              </span>
            </th>
          ))}
          <th scope="col" className="ps-3 text-end">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.id} className="[&>*]:border-b [&>*]:py-1.5">
            <th scope="row" className="text-start font-medium wrap-anywhere">
              {pair.name}
            </th>
            {statesOf(pairs).map((state) => (
              <td key={state} className="ps-2 text-end">
                {count(pair[state])}
              </td>
            ))}
            <td className="ps-3 text-end font-semibold">{count(pair.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
