import { latestToday } from '#domain/values/dates.ts';
import { answerTo, type Answers } from '#domain/imports/question.ts';
import { chosenKind } from '#domain/imports/file-kind.ts';
import { isImportedList } from '#domain/imports/lists.ts';
import { mayRepeatEvents } from '#domain/imports/event-days.ts';
import { readRevision } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Deps } from '#server/deps.ts';
import { readRegional } from '#server/db/regional.ts';
import { readLeft, readLists, readMatings, readEntries, readRecorded } from './recorded.queries.ts';
import { readHerd, readNumbers } from './herd.queries.ts';
import { readMemory, readRowPages, type StoredImport } from './imports.queries.ts';
import { PlanCache } from './plan-cache.ts';
import type { PlanInput, PlanPreview, PlanTask } from './plan-messages.ts';
import type { PlanRows } from './planned-writes.ts';
import { importQueue, planInThread, type Feed } from './planning-thread.ts';
import { answersOf, columnsAsTold } from './stored-import.ts';

export const isAnswered = ({ questions }: Pick<WritesPlan, 'questions'>, answers: Answers): boolean =>
  questions.every((question) => answerTo(question, answers) !== null);

async function plan<Out extends PlanPreview>(db: Db, farmId: FarmId, stored: StoredImport, now: Date, answerCount: number) {
  const { id, columns, answers, row_choices } = stored;
  const [memory, { weightUnit: unit, keeps }] = [await readMemory(db, farmId), await readRegional(db, farmId)];
  const data: PlanTask = { id, columns, answers, row_choices, memory, now, unit, keeps };
  const script = new URL('./plan-worker.ts', import.meta.url);
  const feed: Feed<PlanInput> = async (tx, send) => {
    for await (const rows of readRowPages(tx, farmId, id)) send({ rows });
    for await (const { animals } of readHerd(tx, farmId)) send({ animals });
    for await (const numbers of readNumbers(tx, farmId)) send({ numbers });
    send({ lists: [await readLists(tx, farmId)] });
    const kind = chosenKind(columnsAsTold(stored), answersOf(stored));
    if (isImportedList(kind)) {
      for await (const recorded of readEntries(tx, farmId, kind)) send({ recorded });
      return;
    }
    if (!mayRepeatEvents(columnsAsTold(stored), kind)) return;
    send({ recorded: await readLeft(tx, farmId) });
    for await (const recorded of readRecorded(tx, farmId)) send({ recorded });
    for await (const recorded of readMatings(tx, farmId)) send({ recorded });
  };
  return planInThread<PlanInput, Out>(db, farmId, { script, data, feed }, answerCount);
}

export type WritesPlan = PlanPreview & PlanRows & { readonly revision: number };

export const planWrites = (db: Db, farmId: FarmId, stored: StoredImport, now: Date): Promise<WritesPlan> =>
  plan(db, farmId, stored, now, 2);

const cache = new PlanCache<PlanPreview>();

/** Each answer plans again, and a file may ask many questions. */
const plansPerHour = { hits: 600, seconds: 3600 };
const tooOften = 'You have checked files very often in the last hour. Wait a while and try again.';

export async function previewPlan(
  { db, now: clock, limits }: Pick<Deps, 'db' | 'now' | 'limits'>,
  farmId: FarmId,
  stored: StoredImport,
): Promise<PlanPreview> {
  const now = clock();
  const keyAt = (revision: number): string =>
    JSON.stringify([stored.id, revision, latestToday(now), stored.columns, stored.answers, stored.row_choices]);
  const known = cache.find(farmId, keyAt(await readRevision(db, farmId)));
  if (known) return known;
  await limits.hit(`import-plan:${farmId}`, plansPerHour, tooOften);
  return importQueue.run(async () => {
    // A concurrent request of the farm may have planned the same.
    const planned = cache.find(farmId, keyAt(await readRevision(db, farmId)));
    if (planned) return planned;
    const { revision, ...preview } = await plan<PlanPreview>(db, farmId, stored, now, 1);
    cache.set(farmId, keyAt(revision), preview, bytesOf(preview));
    return preview;
  });
}

/** Two bytes per character, plus the overhead of an object. */
const bytesOf = ({ outcomes }: PlanPreview): number => outcomes.reduce((sum, { outcome }) => sum + 2 * outcome.length + 200, 0);
