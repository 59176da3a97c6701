import { useQuery } from '@tanstack/react-query';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import type { Pregnancy } from '#domain/breeding/due-births.ts';
import { groupsQuery, placesQuery } from '#web/farm-lists/lists.data.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';

/** Facts about an animal besides its own fields. The object stays the same until one of them changes. */
export interface HerdFacts {
  readonly state: AnimalState | undefined;
  readonly pregnancy: Pregnancy | undefined;
  /** The names of its place and groups. */
  readonly where: string;
  /** undefined until it has been read. */
  readonly checkedOn: string | null | undefined;
}

const nothing: HerdFacts = { state: undefined, pregnancy: undefined, where: '', checkedOn: null };
const unread: HerdFacts = { ...nothing, checkedOn: undefined };

type Named = readonly { readonly id: string; readonly name: string }[];

const factsById = rememberingLast(
  (
    states: readonly AnimalState[] = [],
    pregnancies: readonly Pregnancy[] = [],
    places: Named = [],
    groups: Named = [],
  ): ReadonlyMap<string, HerdFacts> => {
    const names = new Map([...places, ...groups].map(({ id, name }) => [id, name]));
    const facts = new Map<string, HerdFacts>();
    for (const state of states) {
      const where = [state.placeId ?? [], state.groupIds].flat().flatMap((id) => names.get(id) ?? []);
      facts.set(state.animalId, { state, pregnancy: undefined, where: where.join(' · '), checkedOn: state.checkedOn });
    }
    for (const pregnancy of pregnancies) facts.set(pregnancy.damId, { ...(facts.get(pregnancy.damId) ?? nothing), pregnancy });
    return facts;
  },
);

export type FactsOf = (animal: Animal) => HerdFacts;

/** Read after the animals, so that they do not wait for it. */
export function useHerdFacts(): FactsOf {
  const { data: states } = useQuery(animalStatesQuery);
  const { data: places } = useQuery(placesQuery);
  const { data: groups } = useQuery(groupsQuery);
  const { expected } = usePregnancies();
  const facts = factsById(states, expected, places, groups);
  return ({ id }) => facts.get(id) ?? (states ? nothing : unread);
}
