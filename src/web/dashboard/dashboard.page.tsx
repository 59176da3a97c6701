import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { calendarDateOf } from '#domain/calendar-date.ts';
import { isSampleId } from '#domain/sample-ids.ts';
import { AnimalCard, type CardActions } from '#web/herd/animal-card.tsx';
import { AddAnimalButton } from '#web/animals/add-animal-button.tsx';
import { AnimalGrid } from '#web/animals/animal-grid.tsx';
import { animalsQuery } from '#web/herd/animals.queries.ts';
import { PlanLimitAlert, usePlanUsage } from '#web/herd/plan-limit.tsx';
import { useWithheld } from '#web/herd/withheld.ts';
import { useAnimalDialogs } from '#web/animals/use-animal-dialogs.tsx';
import { count } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { textLink } from '#web/ui/text-link.ts';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { Boundary } from '#web/components/boundary.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { lazily } from '#web/components/lazily.ts';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { DashboardLoading } from './dashboard-loading.tsx';
import { HerdStats } from './herd-stats.tsx';
import { summarize } from './herd-summary.ts';
import { PlanBanner } from './plan-banner.tsx';

/** Its code loads in parallel with the specified dashboard, which does not wait for it. */
export const Today = lazily(async () => (await import('./today.tsx')).Today);
const FirstSteps = lazily(async () => (await import('./first-steps.tsx')).FirstSteps);

export function DashboardPage() {
  const animals = useQuery(animalsQuery);
  const usage = usePlanUsage();
  const { data: user } = useCurrentUser();
  const isEmpty = animals.data?.length === 0;
  const hasSample = animals.data?.some(({ id }) => isSampleId(user?.farmId ?? '', id)) ?? false;
  const { add, actions, dialogs } = useAnimalDialogs();
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="Welcome to your livestock management system"
        actions={<AddAnimalButton onPress={add} />}
      />
      <Boundary renderFailure={() => null}>
        <Suspense>
          <Today />
        </Suspense>
      </Boundary>
      <div className="flex flex-col gap-6">
        {(isEmpty || hasSample) && (
          <Boundary renderFailure={() => null}>
            <Suspense>
              <FirstSteps isEmpty={isEmpty} />
            </Suspense>
          </Boundary>
        )}
        {usage && (
          <div className="flex flex-col gap-3 print:hidden">
            <PlanLimitAlert usage={usage} />
            <PlanBanner usage={usage} />
          </div>
        )}
        {animals.isPending && <DashboardLoading />}
        {animals.isError && <QueryFailed what="The animals" query={animals} />}
        {animals.data && <Herd animals={animals.data} onEdit={actions.onEdit} onHealth={actions.onHealth} />}
        {animals.data && !isEmpty && (
          <Link to="/history" className={cn('self-start print:hidden', textLink)}>
            <History aria-hidden className="size-4" />
            History: who changed what, and undo
          </Link>
        )}
      </div>
      {dialogs}
    </>
  );
}

const maxMales = 4;

function Herd({ animals, ...actions }: { animals: readonly Animal[] } & CardActions) {
  const [today] = useState(() => calendarDateOf(new Date()));
  const summary = summarize(animals, today);
  const males = summary.breedingMales.slice(0, maxMales);
  return (
    <>
      <HerdStats summary={summary} />
      {animals.length === 0 ? (
        <NoAnimalsYet />
      ) : (
        <>
          <Section title="Breeding Males" count={summary.breedingMales.length} empty="No male is six months old yet.">
            <Cards animals={males} {...actions} />
          </Section>
          <Section title="Health Concerns" count={summary.concerns.length} empty="No animal is in poor or fair health.">
            <AnimalGrid animals={summary.concerns} label="Health Concerns" {...actions} />
          </Section>
        </>
      )}
    </>
  );
}

function Cards({ animals, ...actions }: { animals: readonly Animal[] } & CardActions) {
  const withheldOf = useWithheld();
  return (
    <ul className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-4 print:grid-cols-2">
      {animals.map((animal) => (
        <li key={animal.id} className="min-w-0">
          <AnimalCard animal={animal} withheld={withheldOf(animal.id)} {...actions} />
        </li>
      ))}
    </ul>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly empty: string;
  readonly children: ReactNode;
}

function Section({ title, count: size, empty, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2 className="title mb-3 flex items-baseline gap-2.5 text-xl">
        {title}
        {size > 0 && <span className="text-base font-normal text-muted-foreground">{count(size)}</span>}
      </h2>
      {size === 0 ? <p className="text-muted-foreground">{empty}</p> : children}
    </section>
  );
}

const NoAnimalsYet = () => (
  <EmptyState
    drawing={<Hillside />}
    title="No animals yet"
    action={
      <Button asChild>
        <Link to="/animals">Add Your First Animal</Link>
      </Button>
    }
  >
    Your herd at a glance will be here: which animals are breeding, need care or are for sale.
  </EmptyState>
);
