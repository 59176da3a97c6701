import { setImmediate } from 'node:timers/promises';
import { latestToday, type CalendarDate } from '#domain/dates.ts';
import type { Column, TableRow } from '#domain/imports/fields.ts';
import { onlySpecies } from '#domain/imports/herd.ts';
import { planImport, type Plan } from '#domain/imports/plan.ts';
import { answerTo, inspectColumns, type Answers, type Question } from '#domain/imports/questions.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { readHerd, readRevision } from './herd.queries.ts';
import { inSlices } from './in-slices.ts';
import { readMemory, readRows, type StoredImport } from './imports.queries.ts';

/** What an import asks and, when nothing about its columns is open, what it would do. */
export interface Prepared {
  readonly questions: readonly Question[];
  readonly plan: Plan | null;
}

export const columnsOf = ({ columns }: StoredImport): Column[] => JSON.parse(columns) as Column[];

export const answersOf = ({ answers }: StoredImport): Answers => new Map(JSON.parse(answers) as [string, string][]);

export const isAnswered = ({ questions }: Prepared, answers: Answers): boolean =>
  questions.every((question) => answerTo(question, answers) !== null);

/** Plans with the farm as it is now; inside `inFarmTransaction` the plan holds until the end. */
export async function prepare(db: Db | Tx, farmId: FarmId, stored: StoredImport, now: Date): Promise<Prepared> {
  const [columns, answers] = [columnsOf(stored), answersOf(stored)];
  const rows = await readTable(db, farmId, stored.id);
  const animals = await readHerd(db, farmId);
  const memory = await readMemory(db, farmId);
  const herdSpecies = onlySpecies(animals);
  const inspection = await inSlices(inspectColumns(columns, { rows, herdSpecies, memory }));
  if (inspection.questions.some((question) => answerTo(question, answers) === null)) {
    return { questions: inspection.questions, plan: null };
  }
  const today = latestToday(now);
  const plan = await inSlices(planImport({ columns, rows, inspection, answers, animals, today }));
  return { questions: [...inspection.questions, ...plan.questions], plan };
}

/** The last few plans: whoever looks through the rows of one does not wait for it each time. */
const mostPlans = 4;
const plans = new Map<string, Promise<Prepared>>();

/** Like `prepare`, but remembered while neither the farm nor the import changes. */
export async function prepareOnce(db: Db, farmId: FarmId, stored: StoredImport, now: Date): Promise<Prepared> {
  const day: CalendarDate = latestToday(now);
  const key = JSON.stringify([farmId, stored.id, await readRevision(db, farmId), day, stored.columns, stored.answers]);
  const known = plans.get(key);
  if (known) return known;
  const prepared = prepare(db, farmId, stored, now);
  plans.set(key, prepared);
  const [oldest] = plans.keys();
  if (plans.size > mostPlans && oldest !== undefined) plans.delete(oldest);
  prepared.catch(() => plans.delete(key));
  return prepared;
}

const rowsPerPage = 500;

async function readTable(db: Db | Tx, farmId: FarmId, importId: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for (let after = -1; ;) {
    const page = await readRows(db, farmId, importId, { after, limit: rowsPerPage });
    for (const { number, cells } of page) rows.push({ number, cells: JSON.parse(cells) as string[] });
    if (page.length < rowsPerPage) return rows;
    after = page.at(-1)?.number ?? 0;
    await setImmediate();
  }
}
