import { workerData } from 'node:worker_threads';
import type { ImportTally } from '#contract/imports.ts';
import { latestToday } from '#domain/values/dates.ts';
import { countKinds, kindOfList } from '#domain/imports/event-counts.ts';
import type { TableRow } from '#domain/imports/fields.ts';
import { partitionRows } from '#domain/imports/left-out.ts';
import { columnsOfKind, isEventFile } from '#domain/imports/file-kind.ts';
import { knownBy, Numbers } from '#domain/imports/numbers.ts';
import { onlySpecies } from '#domain/imports/herd.ts';
import type { PlannedRow, Verdict } from '#domain/imports/planned-row.ts';
import { planImport, type Plan } from '#domain/imports/plan.ts';
import { answerTo } from '#domain/imports/inspection.ts';
import type { Question } from '#domain/imports/question.ts';
import { inspectColumns } from '#domain/imports/questions.ts';
import { answerWith } from '#server/worker-answers.ts';
import type { Outcome } from './imports.queries.ts';
import { collect, partsOf, type ListsOf, type Part } from './parts.ts';
import type { PlanInput, PlanLists, PlanTask } from './plan-messages.ts';
import { PlannedWrites } from './planned-writes.ts';
import { answersOf, columnsAsTold, rowChoicesOf } from './stored-import.ts';

const task = workerData as PlanTask;
const input: { [N in keyof PlanInput]: PlanInput[N][] } = { rows: [], animals: [], numbers: [], recorded: [], lists: [] };

function* parts(): Generator<Part<PlanLists>, undefined> {
  const { questions, plan } = prepare();
  if (!plan) return yield* partsOf<PlanLists>({ questions });
  const { activeBefore, activeAfter } = plan;
  const writes = new PlannedWrites(plan, task.id, task.now.toISOString());
  return yield* partsOf<PlanLists>({
    questions,
    dryRun: [{ ...tally(plan), activeBefore, activeAfter }],
    outcomes: plan.rows.values().map(outcomeOf),
    inserts: plan.newAnimals.values().map((animal) => writes.insertOf(animal)),
    changes: plan.changes.values().map((change) => writes.changeOf(change)),
    events: plan.events.values().map((event) => writes.eventOf(event)),
    matings: writes.matingsOf(plan.matings),
    entries: writes.entriesOf(plan),
    numbers: plan.numbers.values().map((number) => writes.tagOf(number)),
  });
}

function prepare(): { questions: readonly Question[]; plan: Plan | null } {
  const { animals, numbers, recorded } = input;
  const [lists] = input.lists;
  const { memory, now, unit, keeps } = task;
  const answers = answersOf(task);
  const columns = columnsOfKind(columnsAsTold(task), answers);
  const rows = input.rows.map(({ number, cells }): TableRow => ({ number, cells: JSON.parse(cells) as string[] }));
  const { included, leftOut } = partitionRows(rows, columns, rowChoicesOf(task));
  const today = latestToday(now);
  const herdSpecies = onlySpecies(animals, keeps);
  const knownOf = knownBy(columns, new Numbers(animals, numbers));
  const of = { today, rows: included, herdSpecies, answers };
  const inspection = inspectColumns(columns, { ...of, memory, knownOf });
  const isOpen = inspection.questions.some((question) => answerTo(question, answers) === null);
  if (isOpen) return { questions: inspection.questions, plan: null };
  const farm = { animals, numbers, unit, recorded: new Set(recorded), ...(lists && { lists }) };
  const plan = planImport({ ...of, ...farm, columns, leftOut, inspection });
  return { questions: [...inspection.questions, ...plan.questions], plan };
}

function tally(plan: Plan): ImportTally {
  const count = (verdict: Verdict): number => plan.rows.filter((row) => row.verdict === verdict).length;
  return {
    counts: { ready: count('ready'), changed: count('changed'), duplicate: count('duplicate'), refused: count('refused') },
    remarkedRows: plan.rows.filter(({ remarks }) => remarks.length > 0).length,
    referenceAnimals: plan.newAnimals.filter(({ number }) => number === null).length,
    recorded: countKinds([
      ...plan.events.map(({ kind }) => kind),
      ...plan.matings.map(() => 'breedingRecord' as const),
      ...plan.entries.map(({ list }) => kindOfList[list]),
    ]),
    numbers: plan.numbers.length,
    isOfEvents: isEventFile(columnsAsTold(task), answersOf(task)),
  };
}

const outcomeOf = (row: PlannedRow): Outcome => ({
  row_number: row.number,
  verdict: row.verdict,
  is_remarked: row.remarks.length > 0,
  outcome: JSON.stringify(row),
});

answerWith(parts(), (sent: Partial<ListsOf<PlanInput>>) => collect(input, sent));
