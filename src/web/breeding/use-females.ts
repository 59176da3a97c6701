import { useQuery } from '@tanstack/react-query';
import type { Animal } from '#contract/animals.ts';
import { groupsQuery, inUse, placesQuery } from '#web/farm-lists/lists.data.ts';
import { rulesOf, useRuleFacts } from '#web/farm-lists/use-parts-of-herd.ts';
import { today } from '#web/lib/today.ts';
import { type Females, femalesFor, femalesOf, grownOnly } from './put-in.ts';

/** The females that the males may be put in with. */
export function useFemales(herd: readonly Animal[], males: readonly Animal[]): readonly Females[] {
  const { data: places = [] } = useQuery(placesQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const { facts } = useRuleFacts(rulesOf(groups));
  return femalesOf({ females: grownOnly(femalesFor(herd, males), today()), facts, groups: inUse(groups), places: inUse(places) });
}
