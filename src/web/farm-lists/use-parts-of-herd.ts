import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { animalStatesQuery } from '#web/herd/animals.queries.ts';
import { usePregnancies } from '#web/herd/use-pregnancies.ts';
import { type Whom, whomOf } from '#web/herd/whom.ts';
import { today } from '#web/lib/today.ts';
import { groupsQuery, inUse, placesQuery } from './lists.data.ts';

interface Parts {
  readonly parts: readonly Whom[];
  /** Until then, groups, places and what is known from the journal are missing. */
  readonly isRead: boolean;
}

/** The parts of the herd with which something is done, or to which a list is limited. */
export function usePartsOfHerd(animals: readonly Animal[]): Parts {
  const { data: states } = useQuery(animalStatesQuery);
  const { data: places } = useQuery(placesQuery);
  const { data: groups } = useQuery(groupsQuery);
  const { expected: pregnancies } = usePregnancies();
  const parts = whomOf(
    {
      animals,
      states,
      places: inUse(places ?? []),
      groups: inUse(groups ?? []),
      pregnancies: pregnancies ?? [],
    },
    today(),
  );
  return { parts, isRead: Boolean(states && places && groups && pregnancies) };
}
