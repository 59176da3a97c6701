import { workerData } from 'node:worker_threads';
import { latestToday } from '#domain/values/dates.ts';
import { countKinds, kindOfList } from '#domain/imports/event-counts.ts';
import type { TableRow } from '#domain/imports/fields.ts';
import { chosenKind } from '#domain/imports/file-kind.ts';
import type { PlannedRow, Verdict } from '#domain/imports/planned-row.ts';
import { inspectFile, type Plan } from '#domain/imports/plan.ts';
import { answerTo, type Question } from '#domain/imports/question.ts';
import { answerWith } from '#server/worker-answers.ts';
import type { Outcome } from './imports.queries.ts';
import type { DryRun, PlanInput, PlanPreview, PlanTask } from './plan-messages.ts';
import { rowsOf, type PlanRows } from './planned-writes.ts';
import { answersOf, columnsAsTold, rowChoicesOf } from './stored-import.ts';

const task = workerData as PlanTask;
const input: { [N in keyof PlanInput]: PlanInput[N][number][] } = { rows: [], animals: [], numbers: [], recorded: [], lists: [] };

function* answers(): Generator<PlanPreview | PlanRows> {
  const { questions, plan } = prepare();
  yield plan
    ? { questions, dryRun: dryRunOf(plan), outcomes: plan.rows.map(outcomeOf) }
    : { questions, dryRun: null, outcomes: [] };
  if (plan) yield rowsOf(plan, task.id, task.now.toISOString());
}

function prepare(): { questions: readonly Question[]; plan: Plan | null } {
  const given = answersOf(task);
  const file = inspectFile({
    ...input,
    ...task,
    answers: given,
    columns: columnsAsTold(task),
    rows: input.rows.map(({ number, cells }): TableRow => ({ number, cells: JSON.parse(cells) as string[] })),
    rowChoices: rowChoicesOf(task),
    recorded: new Set(input.recorded),
    lists: input.lists[0],
    today: latestToday(task.now),
  });
  if (file.questions.some((question) => answerTo(question, given) === null)) return { questions: file.questions, plan: null };
  const plan = file.plan();
  return { questions: [...file.questions, ...plan.questions], plan };
}

function dryRunOf(plan: Plan): DryRun {
  const { activeBefore, activeAfter } = plan;
  const count = (verdict: Verdict): number => plan.rows.filter((row) => row.verdict === verdict).length;
  return {
    activeBefore,
    activeAfter,
    counts: { ready: count('ready'), changed: count('changed'), duplicate: count('duplicate'), refused: count('refused') },
    remarkedRows: plan.rows.filter(({ remarks }) => remarks.length > 0).length,
    referenceAnimals: plan.newAnimals.filter(({ number }) => number === null).length,
    recorded: countKinds([
      ...plan.events.map(({ kind }) => kind),
      ...plan.matings.map(() => 'breedingRecord' as const),
      ...plan.entries.map(({ list }) => kindOfList[list]),
    ]),
    numbers: plan.numbers.length,
    isOfEvents: chosenKind(columnsAsTold(task), answersOf(task)) !== 'animals',
  };
}

const outcomeOf = (row: PlannedRow): Outcome => ({
  row_number: row.number,
  verdict: row.verdict,
  is_remarked: row.remarks.length > 0,
  outcome: JSON.stringify(row),
});

answerWith(answers(), input);
