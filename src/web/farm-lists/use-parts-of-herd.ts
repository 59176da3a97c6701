import { useQuery } from '@tanstack/react-query';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import type { CalendarDate } from '#domain/dates.ts';
import type { Pregnancy } from '#domain/due-births.ts';
import { animalStatesQuery } from '#web/herd/animals.queries.ts';
import { usePregnancies } from '#web/herd/use-pregnancies.ts';
import { type Whom, whomOf } from '#web/herd/whom.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
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
  return {
    parts: partsOf(animals, states, places, groups, pregnancies, today()),
    isRead: Boolean(states && places && groups && pregnancies),
  };
}

const partsOf = rememberingLast(
  (
    animals: readonly Animal[],
    states: readonly AnimalState[] | undefined,
    places: readonly Place[] | undefined,
    groups: readonly Group[] | undefined,
    pregnancies: readonly Pregnancy[] | undefined,
    day: CalendarDate,
  ): readonly Whom[] =>
    whomOf({ animals, states, places: inUse(places ?? []), groups: inUse(groups ?? []), pregnancies: pregnancies ?? [] }, day),
);
