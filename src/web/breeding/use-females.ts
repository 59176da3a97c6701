import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import { rulesOf, useRuleFacts } from '#web/farm-lists/use-parts-of-herd.ts';
import { type Females, femalesOf } from './put-in.ts';

/** The groups and places of these females, which the males may be put in with, and all of them. */
export function useFemales(females: readonly Animal[]): readonly Females[] {
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const { facts } = useRuleFacts(rulesOf(groups));
  return femalesOf({ females, facts, groups: inUse(groups), places: inUse(places) });
}
