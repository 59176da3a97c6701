import { useQuery } from '@tanstack/react-query';
import type { Exposure } from '#contract/exposures.ts';
import type { AnimalState } from '#contract/animal-states.ts';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { endedByLeaving } from '#domain/breeding/exposures.ts';
import { read } from '#web/lib/server/query.ts';
import { rememberingLast } from '#web/lib/remembering-last.ts';
import { today } from '#web/lib/text/today.ts';
import { animalStatesQuery } from './animals.queries.ts';
import { type EventOf, eventsQuery } from './events.queries.ts';

export const exposuresQuery = read('listExposures', { query: {} });

const ended = rememberingLast((exposures: readonly Exposure[], states: readonly AnimalState[]) =>
  endedByLeaving(exposures, states),
);

/** The exposures; undefined while they are read. */
export function useExposureList() {
  const [exposures, states] = [useQuery(exposuresQuery), useQuery(animalStatesQuery)];
  return {
    exposures: exposures.data && states.data && ended(exposures.data, states.data),
    queries: [exposures, states],
  };
}

/** No birth is expected from exposures that ended earlier. */
const pastDays = 400;

/** The day on which the males came to the first of the groups; undefined if they are in none. */
const movesFrom = (exposures: readonly Exposure[], day: CalendarDate): CalendarDate | undefined =>
  exposures
    .filter(({ outDay, archivedAt }) => archivedAt === null && (outDay === null || outDay > addDays(day, -pastDays)))
    .flatMap(({ groupId, inDay }) => (groupId === null ? [] : inDay))
    .toSorted()
    .at(0);

const noMoves: readonly EventOf<'move'>[] = [];

/** The exposures, with the moves that show who has since joined or left their groups; undefined while they are read. */
export function useExposures() {
  const { exposures, queries } = useExposureList();
  const from = exposures && movesFrom(exposures, today());
  const moves = useQuery({
    ...eventsQuery({ kinds: ['move'], ...(from !== undefined && { from }) }),
    enabled: from !== undefined,
  });
  return {
    exposures,
    moves: exposures && from === undefined ? noMoves : moves.data,
    queries: from === undefined ? queries : [...queries, moves],
  };
}
