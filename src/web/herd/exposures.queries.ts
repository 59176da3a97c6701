import { useQuery } from '@tanstack/react-query';
import type { Exposure } from '#contract/exposures.ts';
import { addDays, type CalendarDate } from '#domain/dates.ts';
import { read } from '#web/lib/query.ts';
import { today } from '#web/lib/today.ts';
import { type EventOf, eventsQuery } from './events.queries.ts';

export const exposuresQuery = read('listExposures', { query: {} });

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
  const exposures = useQuery(exposuresQuery);
  const from = exposures.data && movesFrom(exposures.data, today());
  const moves = useQuery({
    ...eventsQuery({ kinds: ['move'], ...(from !== undefined && { from }) }),
    enabled: from !== undefined,
  });
  return {
    exposures: exposures.data,
    moves: exposures.data && from === undefined ? noMoves : moves.data,
    queries: from === undefined ? [exposures] : [exposures, moves],
  };
}
