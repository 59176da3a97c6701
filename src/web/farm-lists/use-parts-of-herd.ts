import { useQuery } from '@tanstack/react-query';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import type { CalendarDate } from '#domain/dates.ts';
import type { Pregnancy } from '#domain/due-births.ts';
import { asksForCare, careKinds, lastCareOf, type RuleFacts } from '#domain/herd-rules.ts';
import { animalStatesQuery } from '#web/herd/animals.queries.ts';
import { eventsQuery } from '#web/herd/events.queries.ts';
import { usePregnancies } from '#web/herd/use-pregnancies.ts';
import { type HerdPart, partsOfHerd } from '#web/herd/parts-of-herd.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/today.ts';
import { groupsQuery, inUse, placesQuery } from './lists.data.ts';

interface Parts {
  readonly parts: readonly HerdPart[];
  /** Until then, groups, places and what is known from the journal are missing. */
  readonly isRead: boolean;
}

/** The parts of the herd with which something is done, or to which a list is limited. */
export function usePartsOfHerd(animals: readonly Animal[]): Parts {
  const { data: places } = useQuery(placesQuery);
  const { data: groups } = useQuery(groupsQuery);
  const needsCare = (groups ?? []).some(({ rule }) => asksForCare(rule));
  const facts = useRuleFacts(needsCare);
  return {
    parts: partsOf(animals, facts, places, groups),
    isRead: Boolean(facts.states && places && groups && facts.due && (facts.care || !needsCare)),
  };
}

/** What rules ask of the records. Treatments and scores are read only if a rule needs them. */
export function useRuleFacts(needsCare: boolean): RuleFacts {
  const { data: states } = useQuery(animalStatesQuery);
  const { expected: pregnancies } = usePregnancies();
  const { data: events } = useQuery({ ...eventsQuery({ kinds: careKinds }), enabled: needsCare });
  return factsOf(states, pregnancies, events, today());
}

const factsOf = rememberingLast(
  (
    states: readonly AnimalState[] | undefined,
    pregnancies: readonly Pregnancy[] | undefined,
    events: Parameters<typeof lastCareOf>[0] | undefined,
    day: CalendarDate,
  ): RuleFacts => ({
    today: day,
    states: states && new Map(states.map((state) => [state.animalId, state])),
    due: pregnancies && new Map(pregnancies.toReversed().map(({ damId, due }) => [damId, due])),
    care: events && lastCareOf(events),
  }),
);

const partsOf = rememberingLast(
  (
    animals: readonly Animal[],
    { today: day, ...facts }: RuleFacts,
    places: readonly Place[] | undefined,
    groups: readonly Group[] | undefined,
  ): readonly HerdPart[] => partsOfHerd({ animals, ...facts, places: inUse(places ?? []), groups: inUse(groups ?? []) }, day),
);
