import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { youngByDam, type YoungByDam, youngWith } from '#domain/breeding/mothering.ts';
import { speciesTerms } from '#domain/records/animals.ts';
import { plural } from '#domain/values/plural.ts';
import { useBreedingRules } from '#web/herd/breeding/use-breeding-rules.ts';
import { animalsQuery, animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { today } from '#web/lib/text/today.ts';
import { Button } from '#web/ui/button.tsx';

/** The young that are not weaned, by the female they are with. None until all that says so is read. */
export function useYoungByDam(): YoungByDam<Animal> {
  const { data: animals } = useQuery(animalsQuery);
  const { data: states } = useQuery(animalStatesQuery);
  const { weaningDays } = useBreedingRules();
  return animals && states ? youngByDam({ animals, states, weaningDays }, today()) : new Map();
}

interface YoungWithProps {
  /** Those that are moved. */
  readonly animalIds: readonly string[];
  readonly onAdd: (young: readonly string[]) => void;
}

/** `2 lambs with her are not weaned.` */
export function YoungWith({ animalIds, onAdd }: YoungWithProps) {
  const young = youngWith(animalIds, useYoungByDam());
  const [first] = young;
  if (!first) return null;
  const word = young.every(({ species }) => species === first.species)
    ? speciesTerms[first.species].young.toLowerCase()
    : 'young animal';
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {plural(young.length, word)} with {animalIds.length === 1 ? 'her' : 'them'} {young.length === 1 ? 'is' : 'are'} not weaned.
      <Button variant="link" size="bare" onClick={() => onAdd(young.map(({ id }) => id))}>
        Move {young.length === 1 ? 'it' : 'them'} too
      </Button>
    </p>
  );
}
