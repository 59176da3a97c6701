import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { isNotLookedAt } from '#domain/records/animals.ts';
import { animalStatesQuery } from '../data/animals.queries.ts';

/** Animals that nobody has looked at yet count as healthy, as specified, and are counted beside them; null: this cannot be read. */
export function useNotLookedAtCount(active: readonly Animal[]): number | null | undefined {
  const { data: states, isError } = useQuery(animalStatesQuery);
  if (!states) return isError ? null : undefined;
  const checkedOn = new Map(states.map((state) => [state.animalId, state.checkedOn]));
  return active.filter((animal) => isNotLookedAt(animal, checkedOn.get(animal.id) ?? null)).length;
}
