import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { healthLabels, healthStatuses, notLookedAt, speciesList, type Species } from '#domain/records/animals.ts';
import { healthShares, type Share, speciesShares } from '#domain/reports.ts';
import { animalsQuery, breedingRecordsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { useNotLookedAtCount } from '#web/herd/care/use-not-looked-at.ts';
import { count } from '#web/lib/text/format.ts';
import { retryFailed } from '#web/lib/server/query.ts';
import { useDebouncedFilter } from '#web/lib/use-debounced-filter.ts';
import { useRights } from '#web/lib/session/session.ts';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Stethoscope } from '#web/ui/drawings/stethoscope.tsx';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { LoadFailed, QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { breedingPairs } from './breeding-pairs.ts';
import { ChartPatterns } from '#web/components/charts/chart-patterns.tsx';
import { DateRange } from '#web/components/forms/date-range.tsx';
import { ExportMenu } from './export-menu.tsx';
import { PairsCard } from './pairs-card.tsx';
import { breedingRange, exportRange, type ReportsFilter } from './reports-filter.ts';
import { ShareCard } from './share-card.tsx';
import type { Slice } from './slice.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

const SeasonReport = lazily(async () => (await import('#web/performance/season-report.tsx')).SeasonReport);

export function ReportsPage() {
  // In the address, so that a reload and a shared link show the same report.
  const shown = useSearch({ from: '/shell/reports' });
  const navigate = useNavigate({ from: '/reports' });
  const [filter, change] = useDebouncedFilter(shown, (typed) =>
    navigate({ search: (now) => ({ ...now, ...typed }), replace: true, state: true, resetScroll: false }),
  );
  const animals = useQuery(animalsQuery);
  return (
    <>
      <PageHeader title="Reports & Analytics" />
      <ExportLine filter={filter} onChange={change} />
      <ChartPatterns />
      {animals.isPending && <output className="sr-only">Loading reports...</output>}
      <div className="@container flex flex-col gap-6">
        {animals.isError ? (
          <QueryFailed what="The reports" query={animals} />
        ) : (
          <>
            <div className="grid items-start gap-6 @4xl:grid-cols-2">
              <ShareCard
                title="Species"
                what="Species"
                expectedRows={speciesList.length}
                slices={animals.data && speciesShares(animals.data).map(speciesSlice)}
                empty="No animal data available"
                drawing={<Hillside />}
              />
              <ShareCard
                title="Herd Health"
                what="Health"
                expectedRows={healthStatuses.length}
                slices={animals.data && healthShares(animals.data).map(healthSlice)}
                empty="No health data available"
                drawing={<Stethoscope />}
                note={<NotLookedAt animals={animals.data} />}
              />
            </div>
            <Breeding animals={animals.data} filter={filter} shown={shown} onChange={change} />
          </>
        )}
        <LoadedLater what="The season" fallback={<Skeleton shape="card" className="h-64" />}>
          <SeasonReport />
        </LoadedLater>
      </div>
    </>
  );
}

function NotLookedAt({ animals = [] }: { animals: readonly Animal[] | undefined }) {
  const unseen = useNotLookedAtCount(animals.filter(({ status }) => status === 'active'));
  if (unseen === undefined) return <Skeleton className="h-5 w-1/2" />;
  if (unseen === null) return 'The number of animals not yet looked at could not be loaded';
  return unseen > 0 && `${notLookedAt}, and counted as Good: ${count(unseen)}`;
}

interface FilterProps {
  readonly filter: ReportsFilter;
  readonly onChange: (change: Partial<ReportsFilter>) => void;
}

/** The dates limit what is exported, not the charts. */
function ExportLine({ filter, onChange }: FilterProps) {
  if (!useRights().has('manage')) return null;
  return (
    <div className="mb-6 flex max-w-3xl flex-wrap items-end gap-3 print:hidden">
      <div className="min-w-0 flex-1 basis-60">
        <DateRange
          legend="Dates of the export"
          labels={['Start date', 'End date']}
          dates={exportRange(filter)}
          onStart={(start) => onChange({ start })}
          onEnd={(end) => onChange({ end })}
        />
      </div>
      <ExportMenu range={exportRange(filter)} />
    </div>
  );
}

interface BreedingProps extends FilterProps {
  readonly animals: readonly Animal[] | undefined;
  readonly shown: ReportsFilter;
}

function Breeding({ animals, filter, shown, onChange }: BreedingProps) {
  const outside = useQuery(outsideParentsQuery);
  const records = useQuery(breedingRecordsQuery);
  const pregnancies = usePregnancies();
  const failed = [outside, records, pregnancies.failed].filter((query) => query?.isError === true);
  const range = breedingRange(shown);
  const pairs =
    animals && outside.data && records.data && pregnancies.expected
      ? breedingPairs(records.data, [...animals, ...outside.data], pregnancies.expected, range)
      : undefined;
  return (
    <PairsCard
      pairs={pairs}
      range={range}
      onShowAll={() => onChange({ breedingStart: '', breedingEnd: '' })}
      filter={
        <div className="max-w-2xl">
          <DateRange
            legend="Breeding dates of the chart"
            labels={['Breeding start date', 'Breeding end date']}
            dates={breedingRange(filter)}
            onStart={(breedingStart) => onChange({ breedingStart })}
            onEnd={(breedingEnd) => onChange({ breedingEnd })}
          />
        </div>
      }
      failure={
        failed[0] && (
          <LoadFailed
            what="The breeding records"
            error={failed[0].error}
            busy={failed.some(({ isFetching }) => isFetching)}
            onRetry={() => {
              retryFailed([outside]);
              pregnancies.retry();
            }}
          />
        )
      }
    />
  );
}

const herds: Readonly<Record<Species, string>> = { goat: 'Goats', sheep: 'Sheep' };

const speciesSlice = ({ key, ...share }: Share<Species>): Slice => ({ ...share, label: herds[key], pattern: key });

function healthSlice({ key, ...share }: Share): Slice {
  const known = healthStatuses.find((status) => status === key);
  return { ...share, label: known ? healthLabels[known] : key, pattern: known ?? 'other' };
}
