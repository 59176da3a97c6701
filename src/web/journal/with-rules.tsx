import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { AnimalSummary } from '#contract/events.ts';
import type { Group } from '#contract/groups.ts';
import { dueFrom, type Pregnancy } from '#domain/breeding/due-births.ts';
import { animalsOfRule, askForCare, careKinds, isRule, lastCareOf, type RuleFacts } from '#domain/health/herd-rules.ts';
import { groupsQuery, inUse } from '#web/farm-lists/lists.data.ts';
import { eventsQuery } from '#web/herd/data/events.queries.ts';
import { today } from '#web/lib/text/today.ts';

interface WithRulesProps {
  readonly animal: Animal;
  readonly summary: AnimalSummary;
  readonly pregnancy: Pregnancy | undefined;
  readonly children: (groups: readonly Group[]) => ReactNode;
}

/** Renders what follows, given the groups whose rule holds for the animal. */
export function WithRules({ animal, summary, pregnancy, children }: WithRulesProps) {
  const { data: groups = [] } = useQuery(groupsQuery);
  const rules = inUse(groups).filter(isRule);
  const needsCare = askForCare(rules.map(({ rule }) => rule));
  const { data: events } = useQuery({ ...eventsQuery({ animalId: animal.id, kinds: careKinds }), enabled: needsCare });
  const state = { ...summary, placeId: summary.place?.id ?? null, groupIds: summary.groups.map(({ id }) => id) };
  const facts: RuleFacts = {
    today: today(),
    states: new Map([[animal.id, state]]),
    due: new Map(pregnancy && [[animal.id, dueFrom(pregnancy)]]),
    care: events && lastCareOf(events),
  };
  return children(rules.filter(({ rule }) => animalsOfRule(rule, [animal], facts).length > 0));
}
