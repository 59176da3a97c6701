import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { isNotLookedAt } from '#domain/records/animals.ts';
import { animalStatesQuery } from '../data/animals.queries.ts';

/** Animals that nobody has looked at yet count as healthy, as specified, and are counted beside them. */
export function useNotLookedAtCount(active: readonly Animal[]): number | undefined {
  const { data: states } = useQuery(animalStatesQuery);
  if (!states) return undefined;
  const checkedOn = new Map(states.map((state) => [state.animalId, state.checkedOn]));
  return active.filter((animal) => isNotLookedAt(animal, checkedOn.get(animal.id) ?? null)).length;
}
