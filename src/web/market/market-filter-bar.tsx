import { Suspense } from 'react';
import { truncateText } from '#domain/text-length.ts';
import { Boundary } from '#web/components/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazilyPreloaded, useAfterFirstPaint } from '#web/components/lazily.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type BarProps, maxSearch } from './market-filter.ts';

const MarketChoices = lazilyPreloaded(async () => (await import('./market-choices.tsx')).MarketChoices);

export function MarketFilterBar({ filter, onChange }: BarProps) {
  const isAfterFirstPaint = useAfterFirstPaint();
  return (
    <search className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2 max-sm:mb-3 sm:gap-y-3 sm:rounded-xl sm:border sm:bg-card sm:p-4 sm:shadow-card sm:grid-cols-[1fr_11rem] lg:grid-cols-[1fr_11rem_minmax(16rem,22rem)] lg:items-end print:hidden">
      <SearchInput
        aria-label="Search animals for sale"
        placeholder="Search by name, breed, or farm..."
        value={filter.search}
        onChange={(search) => onChange({ search: truncateText(search, maxSearch) })}
      />
      <Boundary renderFailure={({ retry }) => <ChoicesMissing onRetry={() => void retry()} />}>
        <Suspense fallback={<ChoicesLoading />}>
          {isAfterFirstPaint ? <MarketChoices filter={filter} onChange={onChange} /> : <ChoicesLoading />}
        </Suspense>
      </Boundary>
    </search>
  );
}

function ChoicesLoading() {
  return (
    <>
      <Skeleton className="h-11 max-sm:hidden" />
      <Skeleton className="h-[3.3125rem] max-sm:hidden sm:col-span-2 lg:col-span-1" />
      <Skeleton className="h-11 sm:col-span-2 lg:col-span-3" />
    </>
  );
}

const ChoicesMissing = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 sm:col-span-2">
    The choices of species and price could not be loaded.
    <Button variant="outline" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
