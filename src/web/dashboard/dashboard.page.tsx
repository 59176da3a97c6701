import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { isSampleId } from '#domain/sample/sample-ids.ts';
import { AnimalCard, type CardActions } from '#web/herd/animal/animal-card.tsx';
import { AddAnimalButton } from '#web/animals/add-animal-button.tsx';
import { AnimalGrid } from '#web/animals/animal-grid.tsx';
import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import { UpgradeButton } from '#web/components/upgrade-button.tsx';
import { PlanLimitAlert, usePlanUsage, type PlanUsage } from '#web/herd/plan-limit.tsx';
import { WaitingYoung } from '#web/herd/breeding/waiting-young.tsx';
import { useListedAnimals } from '#web/herd/list/listed-animals.ts';
import { useNotLookedAt, useWithheld } from '#web/herd/care/withheld.ts';
import { useAnimalDialogs } from '#web/animals/use-animal-dialogs.tsx';
import { count } from '#web/lib/text/format.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { textLink } from '#web/ui/text-link.ts';
import { Hillside } from '#web/ui/drawings/hillside.tsx';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { HerdStats } from './herd-stats.tsx';
import { summarize } from './herd-summary.ts';
import { useTrends } from './use-trends.ts';
import { AnimalsLoading } from '#web/herd/animal/animals-loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { planLabels, unlimitedAnimals, usagePercent } from '#domain/accounts/plans.ts';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

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
      <div className="flex flex-col gap-4 sm:gap-6">
        {usage && (
          <div className="flex flex-col gap-3 print:hidden">
            <PlanBanner usage={usage} />
            <WaitingYoung action={null} />
          </div>
        )}
        {animals.isPending && <DashboardLoading />}
        {animals.isError && <QueryFailed what="The animals" query={animals} />}
        {animals.data && <Herd animals={animals.data} onEdit={actions.onEdit} onHealth={actions.onHealth} />}
        {(isEmpty || hasSample) && (
          <LoadedLater>
            <FirstSteps isEmpty={isEmpty} />
          </LoadedLater>
        )}
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
  const trends = useTrends(animals, summary, today);
  return (
    <>
      <HerdStats summary={summary} trends={trends} />
      {animals.length === 0 ? (
        <NoAnimalsYet />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20.5rem]">
          <div className="@container flex min-w-0 flex-col gap-6">
            <Section
              title="Breeding Males"
              count={summary.breedingMales.length}
              empty="No male is known to be six months old yet."
            >
              <Cards label="Breeding Males" animals={males} {...actions} />
            </Section>
            <Section
              title="Health Concerns"
              count={summary.concerns.length}
              empty="No animal is recorded in poor or fair health."
            >
              <Concerns animals={summary.concerns} {...actions} />
            </Section>
          </div>
          <LoadedLater>
            <Today />
          </LoadedLater>
        </div>
      )}
    </>
  );
}

const maxConcerns = 6;

function Concerns({ animals, ...actions }: { animals: readonly Animal[] } & CardActions) {
  const [showsAll, setShowsAll] = useState(false);
  useListedAnimals(animals);
  if (showsAll) return <AnimalGrid animals={animals} label="Health Concerns" {...actions} />;
  return (
    <>
      <Cards label="Health Concerns" animals={animals.slice(0, maxConcerns)} {...actions} />
      {animals.length > maxConcerns && (
        <Button variant="outline" className="mt-4 print:hidden" onClick={() => setShowsAll(true)}>
          Show all {count(animals.length)}
        </Button>
      )}
    </>
  );
}

/** On a phone a line that is swiped, so that what is due stays near. */
function Cards({ animals, label, ...actions }: { animals: readonly Animal[]; label: string } & CardActions) {
  const withheldOf = useWithheld();
  const isUnseen = useNotLookedAt();
  return (
    <ul
      aria-label={label}
      className="tabs-line -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:mx-0 sm:grid sm:grid-cols-2 sm:gap-4 sm:overflow-visible sm:p-0 sm:@min-[57rem]:grid-cols-3 sm:@min-[76rem]:grid-cols-4 print:grid-cols-2"
    >
      {animals.map((animal) => (
        <li key={animal.id} className="min-w-0 shrink-0 snap-start max-sm:w-72">
          <AnimalCard animal={animal} withheld={withheldOf(animal.id)} isUnseen={isUnseen(animal)} {...actions} />
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
      <div className="flex flex-wrap justify-center gap-2.5">
        <LinkButton to="/animals">Add Your First Animal</LinkButton>
        <LinkButton to="/animals/import" variant="outline">
          Import a file
        </LinkButton>
      </div>
    }
  >
    Your herd at a glance will be here: which animals are breeding, need care or are for sale.
  </EmptyState>
);

function DashboardLoading() {
  return (
    <>
      <Skeleton shape="card" className="h-23.5 sm:h-19" />
      <Skeleton shape="card" className="h-31 sm:hidden" />
      <div aria-hidden className="grid grid-cols-2 gap-4 max-sm:hidden lg:grid-cols-4">
        {['total', 'healthy', 'for sale', 'males'].map((stat) => (
          <div key={stat} className="flex h-35 flex-col gap-3 rounded-xl border bg-card px-5 py-4 shadow-card">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-9 w-16" />
            <Skeleton className="h-4 w-28" />
          </div>
        ))}
      </div>
      <AnimalsLoading />
    </>
  );
}

const tones = { ok: 'default', near: 'near', full: 'full' } as const;

/** From 80 % of the cap on it stands in the alert, so that one button serves both. */
function PlanBanner({ usage }: { usage: PlanUsage }) {
  if (usage.level !== 'ok') {
    return (
      <PlanLimitAlert usage={usage}>
        <PlanMeter usage={usage} className="mt-3" />
      </PlanLimitAlert>
    );
  }
  return (
    <Card layout="row" className="flex-wrap items-center gap-x-4 py-2 pe-2 ps-4 sm:gap-x-6 sm:ps-5">
      <PlanMeter usage={usage} className="min-w-0 flex-1 basis-32" />
      <UpgradeButton />
    </Card>
  );
}

function PlanMeter({ usage: { active, limit, plan, level }, className }: { usage: PlanUsage; className: string }) {
  const percent = usagePercent(active, limit);
  const isUnlimited = limit >= unlimitedAnimals;
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <p className="flex flex-wrap justify-between gap-x-4 leading-tight">
        <span className="font-semibold">{planLabels[plan]} plan</span>
        <span className="text-muted-foreground max-sm:text-sm">
          {isUnlimited ? `${count(active)} animals, unlimited` : `${count(active)} of ${count(limit)} animals (${percent}%)`}
        </span>
      </p>
      {!isUnlimited && <Progress value={percent} tone={tones[level]} label="Plan usage" />}
    </div>
  );
}
