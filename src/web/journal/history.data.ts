import { read, readPages } from '#web/lib/server/query.ts';
import type { HistorySearch } from './history-search.ts';

const startOf = (day: string): Date => new Date(`${day}T00:00:00`);

/** Read again whenever it is opened, because every save adds to it. Days are in this browser's time zone. */
export function historyQuery({ from, to, by, kind, animal }: HistorySearch) {
  const dayAfter = to === undefined ? undefined : startOf(to);
  dayAfter?.setDate(dayAfter.getDate() + 1);
  const query = {
    by,
    kind,
    animalId: animal,
    since: from === undefined ? undefined : startOf(from).toISOString(),
    until: dayAfter?.toISOString(),
  };
  return { ...readPages('readHistory', { query }), staleTime: 0 };
}

export const animalHistoryQuery = (id: string) => ({
  ...readPages('readAnimalHistory', { params: { id }, query: {} }),
  staleTime: 0,
});

export const authorsQuery = read('listHistoryAuthors', {});
