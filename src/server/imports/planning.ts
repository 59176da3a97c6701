import { latestToday } from '#domain/values/dates.ts';
import type { Answers } from '#domain/imports/question.ts';
import { answerTo } from '#domain/imports/inspection.ts';
import { chosenKind } from '#domain/imports/file-kind.ts';
import { isImportedList } from '#domain/imports/lists.ts';
import { recordedDays } from '#domain/imports/event-days.ts';
import { readRevision } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { readRegional } from '#server/db/regional.ts';
import { readLeft, readLists, readMatings, readEntries, readRecorded } from './recorded.queries.ts';
import { readHerd, readNumbers } from './herd.queries.ts';
import { readMemory, readRowPages, type StoredImport } from './imports.queries.ts';
import { PlanCache } from './plan-cache.ts';
import type { Outcome } from './imports.queries.ts';
import { readParts, type ListsOf } from './parts.ts';
import type { PlanInput, PlanLists, PlanPart, PlanSummary, PlanTask } from './plan-messages.ts';
import { importQueue, withPlanningThread, type OpenPlan } from './planning-thread.ts';
import { answersOf, columnsOf } from './stored-import.ts';

export const isAnswered = ({ questions }: PlanSummary, answers: Answers): boolean =>
  questions.every((question) => answerTo(question, answers) !== null);

export interface PlanPreview extends PlanSummary {
  readonly outcomes: readonly Outcome[];
}

async function withPlan<T>(
  db: Db,
  farmId: FarmId,
  stored: StoredImport,
  now: Date,
  use: (plan: OpenPlan<PlanPart, Partial<PlanInput>>) => Promise<T>,
): Promise<T> {
  const { id: importId, columns, answers, row_choices } = stored;
  const [memory, { weightUnit: unit, keeps }] = [await readMemory(db, farmId), await readRegional(db, farmId)];
  const data: PlanTask = { importId, columns, answers, row_choices, memory, now, unit, keeps };
  const script = new URL('./plan-worker.ts', import.meta.url);
  const feed = async (tx: Tx, send: (input: Partial<PlanInput>) => void): Promise<void> => {
    for await (const rows of readRowPages(tx, farmId, importId)) send({ rows });
    for await (const { animals } of readHerd(tx, farmId)) send({ animals });
    for await (const numbers of readNumbers(tx, farmId)) send({ numbers });
    send({ lists: await readLists(tx, farmId) });
    const kind = chosenKind(columnsOf(stored), answersOf(stored));
    if (isImportedList(kind)) {
      for await (const recorded of readEntries(tx, farmId, kind)) send({ recorded });
      return;
    }
    const days = recordedDays(columnsOf(stored), answersOf(stored), latestToday(now));
    if (!days) return;
    send({ recorded: await readLeft(tx, farmId) });
    for await (const keys of readRecorded(tx, farmId, days)) send({ recorded: keys });
    for await (const keys of readMatings(tx, farmId)) send({ recorded: keys });
  };
  return withPlanningThread(db, farmId, { script, data, feed }, use);
}

export type WritesPlan = PlanSummary & ListsOf<PlanLists> & { readonly revision: number };

const allLists = ['outcomes', 'inserts', 'changes', 'events', 'matings', 'entries', 'numbers'] as const;

export const planWrites = (db: Db, farmId: FarmId, stored: StoredImport, now: Date): Promise<WritesPlan> =>
  withPlan(db, farmId, stored, now, async ({ revision, thread }) => {
    const { summary, lists } = await readParts(thread, allLists);
    return { ...summary, ...lists, revision };
  });

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
    return withPlan(db, farmId, stored, now, async ({ revision, thread }) => {
      const { summary, lists } = await readParts(thread, ['outcomes']);
      const preview = { ...summary, ...lists };
      cache.set(farmId, keyAt(revision), preview, bytesOf(preview));
      return preview;
    });
  });
}

/** Two bytes per character, plus the overhead of an object. */
const bytesOf = ({ outcomes }: PlanPreview): number => outcomes.reduce((sum, { json }) => sum + 2 * json.length + 200, 0);
