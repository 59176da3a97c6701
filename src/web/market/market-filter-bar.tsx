import { Suspense } from 'react';
import { cutText } from '#domain/text.ts';
import { lazily, useSecondLook } from '#web/ui/lazily.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type MarketFilter, maxSearch } from './market-filter.ts';

const MarketChoices = lazily(async () => (await import('./market-choices.tsx')).MarketChoices);

interface BarProps {
  readonly filter: MarketFilter;
  readonly onChange: (change: Partial<MarketFilter>) => void;
}

export function MarketFilterBar({ filter, onChange }: BarProps) {
  const isSecondLook = useSecondLook();
  return (
    <search className="mb-5 grid gap-x-5 gap-y-3 rounded-xl border bg-card p-4 shadow-card sm:grid-cols-[1fr_11rem] lg:grid-cols-[1fr_11rem_minmax(16rem,22rem)] lg:items-end print:hidden">
      <SearchInput
        aria-label="Search animals for sale"
        placeholder="Search by name, breed, or farm..."
        value={filter.search}
        onChange={(search) => onChange({ search: cutText(search, maxSearch) })}
      />
      <Suspense fallback={<ChoicesLoading />}>
        {isSecondLook ? <MarketChoices filter={filter} onChange={onChange} /> : <ChoicesLoading />}
      </Suspense>
    </search>
  );
}

/** As large as what comes in its place. */
function ChoicesLoading() {
  return (
    <>
      <Skeleton className="h-11" />
      <Skeleton className="h-[3.3125rem] sm:col-span-2 lg:col-span-1" />
    </>
  );
}
