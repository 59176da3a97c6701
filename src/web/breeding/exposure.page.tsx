import { plural } from '#domain/values/plural.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { addDays } from '#domain/values/dates.ts';
import { isDuring, type Stay, staysOf } from '#domain/breeding/exposures.ts';
import { gestationWindows } from '#domain/breeding/gestation.ts';
import { EmptyState } from '#web/components/page/empty-state.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { QueryFailed } from '#web/components/loading/load-failed.tsx';
import { animalsQuery, outsideParentsQuery } from '#web/herd/data/animals.queries.ts';
import { dayText } from '#web/herd/day-text.ts';
import { useExposures } from '#web/herd/data/exposures.queries.ts';
import { mateWords } from '#web/herd/use-only-species.ts';
import { usePageTitle } from '#web/lib/text/page-title.ts';
import { today } from '#web/lib/text/today.ts';
import { MotherAndYoung } from '#web/ui/drawings/mother-and-young.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { birthWord } from './breeding-history.ts';
import { daysText, exposureName } from '#web/herd/breeding/exposure-text.ts';
import { Marks } from './marks.tsx';
import { TakeBack, TakeOut } from './take-out.tsx';

/** Which females are with which males and since when, the marked females, and taking the males out. */
export function ExposurePage() {
  const { id } = useParams({ from: '/shell/breeding/rams/$id' });
  const herd = useQuery(animalsQuery);
  const { data: outside = [] } = useQuery(outsideParentsQuery);
  const { exposures, moves, queries } = useExposures();
  const failed = [herd, ...queries].find(({ isError }) => isError);
  const exposure = exposures?.find((each) => each.id === id && each.archivedAt === null);
  const animals = new Map([...(herd.data ?? []), ...outside].map((animal) => [animal.id, animal]));
  const title = exposure ? exposureName(exposure, animals) : 'Males with females';
  usePageTitle(title);
  if (failed) {
    return <QueryFailed what="The males with females" query={failed} />;
  }
  if (!exposures || !moves || !herd.data) return <Skeleton className="h-64" />;
  if (!exposure) {
    return (
      <EmptyState drawing={<MotherAndYoung />} title="This record was removed">
        The males and females are no longer recorded as being together.
      </EmptyState>
    );
  }
  const stays = staysOf([exposure], moves, (animalId) => animals.get(animalId)?.sex === 'female');
  const species = animals.get(exposure.maleIds[0] ?? '')?.species ?? 'sheep';
  return (
    <div className="max-w-3xl">
      <PageHeader title={title} back={{ to: '/breeding/rams', label: 'Males' }} />
      <p className="text-muted-foreground">
        {[headsText(stays, species), daysText(exposure, today())].join(' · ')}
        <br />
        {dueText(stays, species)}
      </p>
      <TakeOut exposure={exposure} males={mateWords(species).male + (exposure.maleIds.length === 1 ? '' : 's')} />
      <Marks exposure={exposure} stays={stays} animals={animals} species={species} />
      <TakeBack exposure={exposure} name={title} />
    </div>
  );
}

/** `62 ewes, 2 of them only for a time` */
function headsText(stays: readonly Stay[], species: 'goat' | 'sheep'): string {
  const all = new Set(stays.map(({ femaleId }) => femaleId)).size;
  const now = new Set(stays.flatMap((stay) => (isDuring(stay, today()) ? stay.femaleId : []))).size;
  const { female } = mateWords(species);
  const heads = plural(all, female);
  return now > 0 && now < all ? `${heads}, ${now} of them now` : heads;
}

/** `Lambing from Sun, May 16 to Mon, Jun 21` */
function dueText(stays: readonly Stay[], species: 'goat' | 'sheep'): string {
  const { from, to } = gestationWindows[species];
  const first = stays.map((stay) => stay.from).toSorted()[0] ?? today();
  const last =
    stays
      .map((stay) => stay.to ?? today())
      .toSorted()
      .at(-1) ?? today();
  return `${birthWord(species)} from ${dayText(addDays(first, from), today())} to ${dayText(addDays(last, to), today())}`;
}
