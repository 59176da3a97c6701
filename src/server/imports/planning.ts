import { latestToday } from '#domain/dates.ts';
import type { Answers } from '#domain/imports/question.ts';
import { answerTo } from '#domain/imports/inspection.ts';
import { recordedDays } from '#domain/imports/event-days.ts';
import type { NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import { readRevision } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { NewEventRow } from '#server/journal/journal.queries.ts';
import { readLeft, readLists, readMatings, readRecorded } from './recorded.queries.ts';
import { readHerd, readNumbers } from './herd.queries.ts';
import { readMemory, readRowPages, type StoredImport } from './imports.queries.ts';
import { PlanCache } from './plan-cache.ts';
import type { Outcome } from './imports.queries.ts';
import type { NewMating, NewStay, PlanInput, PlanMessage, PlannedChange, PlanSummary, PlanTask } from './plan-messages.ts';
import { importQueue, withPlanningThread, type OpenPlan } from './planning-thread.ts';
import { answersOf, columnsOf } from './stored-import.ts';

export const isAnswered = ({ questions }: PlanSummary, answers: Answers): boolean =>
  questions.every((question) => answerTo(question, answers) !== null);

export interface PlanPreview extends PlanSummary {
  readonly outcomes: readonly Outcome[];
}

export interface PlannedImport extends PlanPreview {
  readonly inserts: readonly NewAnimalRow[];
  readonly changes: readonly PlannedChange[];
  readonly events: readonly NewEventRow[];
  readonly matings: readonly NewMating[];
  readonly stays: readonly NewStay[];
  readonly numbers: readonly NewTagRow[];
}

async function withPlan<T>(
  db: Db,
  farmId: FarmId,
  stored: StoredImport,
  now: Date,
  use: (plan: OpenPlan<PlanMessage, PlanInput>) => Promise<T>,
): Promise<T> {
  const { id: importId, columns, answers, row_choices } = stored;
  const data: PlanTask = { importId, columns, answers, row_choices, memory: await readMemory(db, farmId), now };
  const script = new URL('./plan-worker.ts', import.meta.url);
  const feed = async (tx: Tx, send: (input: PlanInput) => void): Promise<void> => {
    for await (const rows of readRowPages(tx, farmId, importId)) send({ kind: 'rows', rows });
    for await (const { animals } of readHerd(tx, farmId)) send({ kind: 'animals', animals });
    for await (const numbers of readNumbers(tx, farmId)) send({ kind: 'numbers', numbers });
    send({ kind: 'lists', lists: await readLists(tx, farmId) });
    const days = recordedDays(columnsOf(stored), answersOf(stored), latestToday(now));
    if (!days) return;
    send({ kind: 'recorded', keys: await readLeft(tx, farmId) });
    for await (const keys of readRecorded(tx, farmId, days)) send({ kind: 'recorded', keys });
    for await (const keys of readMatings(tx, farmId)) send({ kind: 'recorded', keys });
  };
  return withPlanningThread(db, farmId, { script, data, feed }, use);
}

export type WritesPlan = PlannedImport & { readonly revision: number };

export const planWrites = (db: Db, farmId: FarmId, stored: StoredImport, now: Date): Promise<WritesPlan> =>
  withPlan(db, farmId, stored, now, async ({ revision, thread }) => {
    const preview = await readOutcomes(thread);
    const inserts: NewAnimalRow[] = [];
    const changes: PlannedChange[] = [];
    const events: NewEventRow[] = [];
    const matings: NewMating[] = [];
    const stays: NewStay[] = [];
    const numbers: NewTagRow[] = [];
    for (let message = preview.next; message.kind !== 'end'; message = await thread.next()) {
      if (message.kind === 'inserts') inserts.push(...message.rows);
      else if (message.kind === 'changes') changes.push(...message.changes);
      else if (message.kind === 'events') events.push(...message.rows);
      else if (message.kind === 'matings') matings.push(...message.rows);
      else if (message.kind === 'stays') stays.push(...message.entries);
      else if (message.kind === 'numbers') numbers.push(...message.rows);
    }
    return { ...preview, inserts, changes, events, matings, stays, numbers, revision };
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
      const { next: _, ...preview } = await readOutcomes(thread);
      cache.set(farmId, keyAt(revision), preview, bytesOf(preview));
      return preview;
    });
  });
}

async function readOutcomes(
  thread: OpenPlan<PlanMessage, PlanInput>['thread'],
): Promise<PlanPreview & { readonly next: PlanMessage }> {
  const outcomes: Outcome[] = [];
  let summary: PlanSummary = { questions: [], dryRun: null };
  for (;;) {
    const message = await thread.next();
    if (message.kind === 'summary') summary = message.summary;
    else if (message.kind === 'outcomes') outcomes.push(...message.outcomes);
    else return { ...summary, outcomes, next: message };
  }
}

/** Two bytes per character, plus the overhead of an object. */
const bytesOf = ({ outcomes }: PlanPreview): number => outcomes.reduce((sum, { json }) => sum + 2 * json.length + 200, 0);
