import { useNavigate, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { ChartPatterns } from '#web/components/charts/chart-patterns.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { LoadFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useBreedingValues } from '#web/herd/breeding/use-breeding-values.ts';
import { breedingValueFigures } from './breeding-value-figures.ts';
import { CullView } from './cull-view.tsx';
import { FigureList } from './figure-list.tsx';
import { damFigures, milkFigure, sireFigures } from './figures.ts';
import { GrowthView } from './growth-view.tsx';
import type { PerformanceView } from './performance-search.ts';
import { SeasonView } from './season-view.tsx';
import { type Performance, usePerformance } from './use-performance.ts';

const views: readonly { readonly value: PerformanceView; readonly label: string }[] = [
  { value: 'growth', label: 'Growth' },
  { value: 'dams', label: 'Dams' },
  { value: 'sires', label: 'Sires' },
  { value: 'cull', label: 'Keep or cull' },
  { value: 'season', label: 'Season' },
];

/** The animals' performance, computed from their records. */
export function PerformancePage() {
  const { show = 'growth' } = useSearch({ from: '/shell/performance' });
  const navigate = useNavigate({ from: '/performance' });
  const { data, failed, retry } = usePerformance();
  return (
    <>
      <PageHeader
        title="Performance"
        actions={
          <Button variant="outline" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        }
      />
      <Choice
        aria-label="What is shown"
        layout="line"
        className="mb-3 print:hidden"
        options={views}
        value={show}
        onChange={(next) => void navigate({ search: { show: next }, replace: true })}
      />
      {failed && <LoadFailed what="The performance" error={failed.error} busy={failed.isFetching} onRetry={retry} />}
      {!failed && !data && <Skeleton className="h-64" />}
      {data && <View show={show} performance={data} />}
    </>
  );
}

const isHere = ({ animal: { status } }: { readonly animal: { readonly status: string } }) => status === 'active';

function View({ show, performance }: { readonly show: PerformanceView; readonly performance: Performance }) {
  const values = useBreedingValues();
  if (show === 'growth') return <GrowthView performance={performance} />;
  if (show === 'cull') return <CullView performance={performance} />;
  if (show === 'season')
    return (
      <>
        <ChartPatterns />
        <SeasonView performance={performance} />
      </>
    );
  const dams = performance.dams.filter(isHere);
  const sires = performance.sires.filter(isHere);
  if ((show === 'dams' ? dams : sires).length === 0) {
    return (
      <EmptyState drawing={<MotherAndYoung />} title={show === 'dams' ? 'No dams yet' : 'No sires yet'}>
        Record a birth, or an animal’s parents and birth date. Its parents are then listed here with their young, growth and
        health.
      </EmptyState>
    );
  }
  return show === 'dams' ? (
    <FigureList
      key="dams"
      label="Dams"
      items={dams}
      figures={[...damFigures, ...milkFigure(dams, performance.known.milk), ...breedingValueFigures(dams, values, 2)]}
    />
  ) : (
    <FigureList key="sires" label="Sires" items={sires} figures={[...sireFigures, ...breedingValueFigures(sires, values, 4)]} />
  );
}
