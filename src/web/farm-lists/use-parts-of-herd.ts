import { useQuery } from '@tanstack/react-query';
import type { AnimalState } from '#contract/animal-states.ts';
import type { Animal } from '#contract/animals.ts';
import type { Group } from '#contract/groups.ts';
import type { Place } from '#contract/places.ts';
import { damLineOf } from '#domain/animals/dam-lines.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { dueFrom, type Pregnancy } from '#domain/breeding/due-births.ts';
import { askForCare, careKinds, lastCareOf, type RuleFacts } from '#domain/health/herd-rules.ts';
import type { HerdRule } from '#domain/records/group.ts';
import { fullName } from '#web/herd/animal/animal-labels.ts';
import { animalStatesQuery } from '#web/herd/data/animals.queries.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { usePregnancies } from '#web/herd/breeding/use-pregnancies.ts';
import { type HerdPart, lineOf, partsOfHerd } from '#web/herd/list/parts-of-herd.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';
import { groupsQuery, inUse, placesQuery } from './lists.data.ts';

interface Parts {
  readonly parts: readonly HerdPart[];
  /** Until then, groups, places and what is known from the journal are missing. */
  readonly isRead: boolean;
  /** Read, or a part of it cannot be read. */
  readonly isSettled: boolean;
}

/** The parts of the herd with which something is done, or to which a list is limited. */
export function usePartsOfHerd(animals: readonly Animal[]): Parts {
  const places = useQuery(placesQuery);
  const groups = useQuery(groupsQuery);
  const { facts, isRead: areFactsRead, hasFailed } = useRuleFacts(rulesOf(groups.data));
  const isRead = Boolean(areFactsRead && places.data && groups.data);
  return {
    parts: partsOf(animals, facts, places.data, groups.data),
    isRead,
    isSettled: isRead || hasFailed || places.isError || groups.isError,
  };
}

/** The rules of the groups in use. */
export const rulesOf = (groups: readonly Group[] = []): readonly HerdRule[] => inUse(groups).map(({ rule }) => rule);

/** What the rules ask of the records. Treatments and scores are read only if one of them needs these. */
export function useRuleFacts(rules: readonly HerdRule[]) {
  const needsCare = askForCare(rules);
  const states = useQuery(animalStatesQuery);
  const { expected, failed } = usePregnancies();
  const events = useQuery({ ...eventsQuery({ kinds: careKinds }), enabled: needsCare });
  const facts = factsOf(states.data, expected, events.data, today());
  return {
    facts,
    isRead: Boolean(facts.states && facts.due && (facts.care || !needsCare)),
    hasFailed: states.isError || failed !== undefined || events.isError,
  };
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
    due: pregnancies && new Map(pregnancies.toReversed().map((pregnancy) => [pregnancy.damId, dueFrom(pregnancy)])),
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

const damLine = rememberingLast((damId: string, animals: readonly Animal[], outside: readonly Animal[]) => {
  const all = [...animals, ...outside];
  const dam = all.find(({ id }) => id === damId);
  return dam && { dam, ids: damLineOf(damId, all) };
});

/**
 * The listed animals of a dam's line; undefined if she is not known. A line goes through animals that are not listed: those that have left,
 * and outside dams.
 */
export function linePart(
  damId: string | null,
  listed: readonly Animal[],
  animals: readonly Animal[],
  outside: readonly Animal[],
): HerdPart | undefined {
  const line = damId === null ? undefined : damLine(damId, animals, outside);
  return (
    line && {
      value: lineOf(line.dam.id),
      label: `Line of ${line.dam.tagNumber}`,
      ids: listed.filter(({ id }) => line.ids.has(id)).map(({ id }) => id),
      ruleText: `Everyone who descends from ${fullName(line.dam)} through dams`,
    }
  );
}
