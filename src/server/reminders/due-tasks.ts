import type { CalendarDate } from '#domain/dates.ts';
import { agendaInSteps, type Task } from '#domain/today.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { runInSteps } from '#server/lists/run-in-steps.ts';
import { yieldToEventLoop } from '#server/lists/yield-to-event-loop.ts';
import { readSources } from './farm-sources.ts';

export type ReadDueTasks = (farmId: FarmId, today: CalendarDate) => Promise<readonly Task[]>;

/** Reads the due tasks of one farm after another. Consecutive reads for the same farm and day, as for its people and their devices, are one. */
export function readDueTasks(db: Db): ReadDueTasks {
  let last: { readonly farmId: FarmId; readonly today: CalendarDate; readonly tasks: readonly Task[] } | undefined;
  return async (farmId, today) => {
    if (last?.farmId !== farmId || last.today !== today) {
      const { tasks } = await runInSteps(agendaInSteps(await readSources(db, farmId, today), today), yieldToEventLoop);
      last = { farmId, today, tasks };
    }
    return last.tasks;
  };
}
