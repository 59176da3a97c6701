import { useRouterState } from '@tanstack/react-router';
import type { Animal } from '#contract/animals.ts';
import { usePartsOfHerd } from '#web/farm-lists/use-parts-of-herd.ts';
import { byTag } from '#web/herd/animal/animal-options.tsx';
import { handedOver, type HerdPart } from '#web/herd/list/parts-of-herd.ts';

/** Choices besides the animals passed on by another page, each in order of tags. */
export function useWhom(animals: readonly Animal[]): readonly HerdPart[] {
  const { parts } = usePartsOfHerd(animals.toSorted(byTag));
  const given = useRouterState({ select: ({ location }) => location.state.animalIds });
  const isHere = new Set(animals.map(({ id }) => id));
  const ids = given?.filter((id) => isHere.has(id)) ?? [];
  return ids.length === 0 ? parts : [{ value: handedOver, label: 'Chosen', ids }, ...parts];
}
