import type { CalendarDate } from '#domain/values/dates.ts';
import { agendaInSteps, type Task } from '#domain/work/today.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { runInSteps } from '#server/lists/run-in-steps.ts';
import { readSources } from './farm-sources.ts';

export interface DueToday {
  readonly tasks: readonly Task[];
  /** How many papers are due, for people who may issue them. */
  readonly papers: number;
  /** How many products of the cupboard are empty, low, expired or expire soon. */
  readonly stock: number;
}

export type ReadDueToday = (farmId: FarmId, today: CalendarDate) => Promise<DueToday>;

/** Reads what is due on one farm after another. Consecutive reads for the same farm and day, as for its people and their devices, are one. */
export function readDueToday(db: Db): ReadDueToday {
  let last: { readonly farmId: FarmId; readonly today: CalendarDate; readonly due: DueToday } | undefined;
  return async (farmId, today) => {
    if (last?.farmId !== farmId || last.today !== today) {
      const sources = await readSources(db, farmId, today, ['papers', 'stock']);
      const { tasks } = await runInSteps(agendaInSteps(sources, today));
      last = { farmId, today, due: { tasks, papers: sources.papers.due.length, stock: sources.stock.length } };
    }
    return last.due;
  };
}
