import { Link } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { staysOf } from '#domain/breeding/exposures.ts';
import { TitledCard } from '#web/components/page/titled-card.tsx';
import { daysText, malesText } from '#web/herd/breeding/exposure-text.ts';
import { useExposures } from '#web/herd/data/exposures.queries.ts';
import { today } from '#web/lib/text/today.ts';

const maxShown = 5;

interface CardProps {
  readonly animal: Animal;
  /** Includes outside parents. */
  readonly animals: readonly Animal[];
}

/** For a female, the males she was with; for a male, his females. */
export function ExposureCard({ animal, animals }: CardProps) {
  const stays = useStays(animal, animals);
  const now = today();
  if (stays.length === 0) return null;
  return (
    <TitledCard title="Breeding" className="break-inside-avoid gap-1">
      <ul className="divide-y">
        {stays.slice(0, maxShown).map(({ id, with: others, days }) => (
          <li key={`${id} ${days.inDay}`}>
            <Link
              to="/breeding/rams/$id"
              params={{ id }}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1 hover:underline"
            >
              <span dir="auto" className="font-medium wrap-anywhere">
                With {others}
              </span>
              <span className="text-sm text-muted-foreground">{daysText(days, now)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** Newest first. */
function useStays(animal: Animal, animals: readonly Animal[]) {
  const { exposures = [], moves = [] } = useExposures();
  const byId = new Map(animals.map((each) => [each.id, each]));
  const stays =
    animal.sex === 'male'
      ? exposures
          .filter(({ archivedAt, maleIds }) => archivedAt === null && maleIds.includes(animal.id))
          .map(({ id, name, inDay, outDay }) => ({ id, with: name, days: { inDay, outDay } }))
      : staysOf(exposures, moves, (id) => byId.get(id)?.sex === 'female')
          .filter(({ femaleId }) => femaleId === animal.id)
          .map(({ exposureId, maleIds, from, to }) => ({
            id: exposureId,
            with: malesText(maleIds, byId),
            days: { inDay: from, outDay: to },
          }));
  return stays.toSorted((a, b) => (a.days.inDay < b.days.inDay ? 1 : -1));
}
