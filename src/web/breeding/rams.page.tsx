import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import type { Animal } from '#contract/animals.ts';
import type { Exposure } from '#contract/exposures.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { plural } from '#domain/values/plural.ts';
import { useExposureList } from '#web/herd/data/exposures.queries.ts';
import { mateWords, ramsTitle, useOnlySpecies } from '#web/herd/use-only-species.ts';
import { count } from '#web/lib/text/format.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { today } from '#web/lib/text/today.ts';
import { useRights } from '#web/lib/session/session.ts';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { WoollySheep } from '#web/ui/drawings/woolly-sheep.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { daysText, exposureName } from '#web/herd/breeding/exposure-text.ts';

/** The males that are or were with females. */
export function RamsPage() {
  const species = useOnlySpecies();
  const words = mateWords(species);
  const title = ramsTitle(species);
  usePageTitle(title);
  const { exposures, queries } = useExposureList();
  const failed = queries.find(({ isError }) => isError);
  const held = exposures?.filter(({ archivedAt }) => archivedAt === null).toSorted((a, b) => (a.inDay < b.inDay ? 1 : -1));
  const isNow = ({ outDay }: Exposure): boolean => outDay === null || outDay >= today();
  return (
    <>
      <PageHeader title={title} actions={<PutIn {...words} />} />
      {failed && <QueryFailed what="The males with females" query={failed} />}
      {!exposures && !failed && <Skeleton className="h-32 max-w-3xl" />}
      {held?.length === 0 && (
        <EmptyState
          drawing={words.female === 'ewe' ? <WoollySheep /> : <MotherAndYoung />}
          title={`No ${words.male} is with ${words.female}s`}
        >
          Record the days a {words.male} goes into a group and comes out. Births are then expected from the first to the last
          possible day, with him as the proposed sire.
        </EmptyState>
      )}
      {held && <Part title="Now" exposures={held.filter(isNow)} />}
      {held && <Part title="Earlier" exposures={held.filter((exposure) => !isNow(exposure))} />}
    </>
  );
}

function PutIn({ male, female }: ReturnType<typeof mateWords>) {
  const mayRecord = useRights().has('record');
  return (
    mayRecord && (
      <LinkButton to="/breeding/rams/new" className="max-sm:px-3">
        <Plus aria-hidden />
        <span className="max-sm:sr-only">
          Put a {male} with {female}s
        </span>
      </LinkButton>
    )
  );
}

function Part({ title, exposures }: { readonly title: string; readonly exposures: readonly Exposure[] }) {
  const { data: herd = [] } = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const animals = new Map([...herd, ...outside].map((animal) => [animal.id, animal]));
  return (
    exposures.length > 0 && (
      <section aria-label={title} className="mb-6 max-w-3xl">
        <h2 className="mb-1.5 font-medium">{title}</h2>
        <ul className="divide-y overflow-hidden rounded-xl border bg-card">
          {exposures.map((exposure) => (
            <ExposureLine key={exposure.id} exposure={exposure} animals={animals} />
          ))}
        </ul>
      </section>
    )
  );
}

interface ExposureLineProps {
  readonly exposure: Exposure;
  readonly animals: ReadonlyMap<string, Animal>;
}

const ExposureLine = ({ exposure, animals }: ExposureLineProps) => (
  <li>
    <Link
      to="/breeding/rams/$id"
      params={{ id: exposure.id }}
      className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-secondary focus-visible:-outline-offset-4"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {exposureName(exposure, animals)}
        </span>
        <span dir="auto" className="block truncate text-sm text-muted-foreground">
          {exposure.femaleIds.length === 1 ? plural(1, 'head') : `${count(exposure.femaleIds.length)} head`} ·{' '}
          {daysText(exposure, today())}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  </li>
);
