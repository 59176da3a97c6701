import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import { animalStatesQuery } from '#web/herd/animals.queries.ts';
import { usePregnancies } from '#web/herd/use-pregnancies.ts';
import { today } from '#web/lib/today.ts';
import { handedOver, type Whom, whomOf } from './whom.ts';

/** Choices besides the animals passed on by another page. */
export function useWhom(animals: readonly Animal[]): readonly Whom[] {
  const { data: states = [] } = useQuery(animalStatesQuery);
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const { expected: pregnancies = [] } = usePregnancies();
  const given = useRouterState({ select: ({ location }) => location.state.animalIds });
  const isHere = new Set(animals.map(({ id }) => id));
  const ids = given?.filter((id) => isHere.has(id)) ?? [];
  const known = whomOf({ animals, states, places: inUse(places), groups: inUse(groups), pregnancies }, today());
  return ids.length === 0 ? known : [{ value: handedOver, label: 'Chosen', ids }, ...known];
}
