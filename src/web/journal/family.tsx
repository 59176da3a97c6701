import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { kindWord } from '#domain/records/births.ts';
import { today } from '#web/lib/text/today.ts';
import { LoadedLater } from '#web/components/loading/loaded-later.tsx';
import { EarTag } from '#web/components/ear-tag.tsx';
import { lazily } from '#web/components/loading/lazily.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { statusLabels } from '#web/herd/animal/animal-labels.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';

const PedigreeCard = lazily(async () => (await import('./pedigree-card.tsx')).PedigreeCard);
const KinCard = lazily(async () => (await import('./kin-card.tsx')).KinCard);

interface FamilyProps {
  readonly animal: Animal;
  /** Includes outside parents. */
  readonly animals: readonly Animal[];
}

export function Family({ animal, animals }: FamilyProps) {
  const find = (id: string | null) => (id === null ? undefined : animals.find((each) => each.id === id));
  const parents = [
    ['Dam', find(animal.motherId)],
    ['Sire', find(animal.fatherId)],
  ] as const;
  const { data: states = [] } = useQuery(animalStatesQuery);
  const rearing = new Map(states.map((state) => [state.animalId, state]));
  const rearerOf = ({ id }: Animal) => find(rearing.get(id)?.rearedById ?? null);
  const origins = [...parents, ['Reared by', rearerOf(animal)]] as const;
  const own = animals.filter(({ motherId, fatherId }) => motherId === animal.id || fatherId === animal.id);
  const fostered = animals.filter(({ id }) => rearing.get(id)?.rearedById === animal.id);
  const young = [...own.toSorted(byTag), ...fostered.toSorted(byTag)];
  const rearedText = (each: Animal): string | undefined => {
    const rearer = rearerOf(each);
    if (rearer) return rearer.id === animal.id ? 'fostered' : `reared by ${rearer.tagNumber}`;
    return rearing.get(each.id)?.isBottleFed ? 'bottle-fed' : undefined;
  };
  const roleOf = (each: Animal): string =>
    [kindWord(each, today()), each.status !== 'active' && statusLabels[each.status], rearedText(each)].filter(Boolean).join(', ');
  const hasParents = parents.some(([, parent]) => parent);
  if (!origins.some(([, origin]) => origin) && young.length === 0) return null;
  return (
    <>
      <section aria-label="Family">
        <h2 className="title mb-2 text-lg">Family</h2>
        <ul className="grid grid-cols-2 gap-2">
          {origins.map(([role, origin]) => origin && <Relative key={role} role={role} animal={origin} />)}
          {young.slice(0, maxYoungShown).map((each) => (
            <Relative key={each.id} role={roleOf(each)} animal={each} />
          ))}
        </ul>
        {young.length > maxYoungShown && (
          <p className="mt-2 text-muted-foreground">and {young.length - maxYoungShown} more young</p>
        )}
      </section>
      {hasParents && (
        <LoadedLater>
          <PedigreeCard animal={animal} animals={animals} />
        </LoadedLater>
      )}
      <LoadedLater>
        <KinCard animal={animal} animals={animals} />
      </LoadedLater>
    </>
  );
}

const maxYoungShown = 24;

const Relative = ({ role, animal: { id, tagNumber, name } }: { role: string; animal: Animal }) => (
  <li className="min-w-0">
    <Link
      to="/animals/$id"
      params={{ id }}
      className="flex min-h-15 min-w-0 flex-col items-start gap-1 rounded-xl border bg-card px-3 py-2 hover:bg-secondary"
    >
      <span className="text-sm font-medium text-muted-foreground">{role}</span>
      <EarTag>{tagNumber}</EarTag>
      {name !== null && (
        <span dir="auto" className="max-w-full truncate">
          {name}
        </span>
      )}
    </Link>
  </li>
);
