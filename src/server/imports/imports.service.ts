import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { Id } from '#domain/records/values.ts';
import {
  maxImportRows,
  type Import,
  type ImportChange,
  type ImportDetail,
  type ImportRow,
  type ImportTally,
  type Undone,
} from '#contract/imports.ts';
import { cleanLine } from '#domain/imports/cells.ts';
import { askingColumn } from '#domain/imports/inspection.ts';
import { answerTo } from '#domain/imports/question.ts';
import { importFieldNames, type Column, type ImportField } from '#domain/imports/fields.ts';
import { matchHeadings, sampleOf } from '#domain/imports/headings.ts';
import { isUnlimited, usageMessage } from '#domain/accounts/plans.ts';
import { truncateText } from '#domain/values/text-length.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import type { ReceivedFile } from '#server/http/file-body.ts';
import { Problem } from '#server/problem.ts';
import { readFarmPlan } from '#server/plans/plans.queries.ts';
import {
  dropOldDrafts,
  findImport,
  purgeOldRows,
  insertImport,
  insertRows,
  listOutcomes,
  readMemory,
  readRows,
  updateImport,
  type ImportSummary,
  type RowQuery,
  type StoredImport,
} from './imports.queries.ts';
import { previewPlan } from './planning.ts';
import type { DryRun } from './plan-messages.ts';
import { readFile } from './read-file.ts';
import type { RawTable } from './raw-table.ts';
import { answersOf, columnsAsTold, columnsOf, rowChoicesOf, sheetsOf } from './stored-import.ts';

type Needs = Pick<Deps, 'db' | 'now' | 'limits'>;

const filesPerHour = { hits: 100, seconds: 3600 };
const maxDrafts = 5;
const maxFiles = 25;
const previewRows = 8;
const previewCharacters = 300;

const previewOf = (cell: string): string =>
  cell.length <= previewCharacters ? cell : `${cell.slice(0, previewCharacters).toWellFormed()}…`;

export async function addImport({ db, now, limits }: Needs, farmId: FarmId, file: ReceivedFile): Promise<StoredImport> {
  const id = parseId(file.fields['id']) ?? uuidv7();
  await limits.hit(`import:${farmId}`, filesPerHour, 'Many files were read in the last hour. Wait a while and try again.');
  const sheet = parseSheet(file.fields['sheet']);
  const table = await readFile(new Uint8Array(file.bytes), sheet);
  const fileName = truncateText(cleanLine(file.name), 200) || 'Spreadsheet';
  const created = {
    id,
    fileName,
    ...(sheet !== undefined && { sheet }),
    content: createHash('sha256').update(file.bytes).digest('hex'),
  };
  const sample = sampleOf(table.rows).map(({ cells }) => JSON.parse(cells) as string[]);
  return inFarmTransaction(db, farmId, async (tx) => {
    await createOnce(tx, 'imports', farmId, created, async (createDigest) => {
      const remembered = rememberedFields(await readMemory(tx, farmId));
      const row: StoredImport = {
        id,
        file_name: fileName,
        state: 'staged',
        columns: JSON.stringify(matchHeadings(table.headings, ...remembered, sample)),
        answers: '[]',
        row_choices: '[]',
        sheets: describeSheets(table),
        row_count: table.rows.length,
        applied: null,
        undone: null,
        create_digest: createDigest,
        created_at: now().toISOString(),
        applied_at: null,
        undone_at: null,
        progress: null,
      };
      const isNew = await insertImport(tx, farmId, row);
      if (isNew) {
        await insertRows(tx, farmId, id, table.rows);
        await dropOldDrafts(tx, farmId, maxDrafts);
        await purgeOldRows(tx, farmId, maxFiles);
      }
      return isNew;
    });
    return findStored(tx, farmId, id);
  });
}

export function changeImport(
  { db }: Needs,
  farmId: FarmId,
  id: string,
  { columns, answers, rows }: ImportChange,
): Promise<StoredImport> {
  return inFarmTransaction(db, farmId, async (tx) => {
    const stored = await findStored(tx, farmId, id);
    if (stored.state !== 'staged') throw new Problem('imports.already_done');
    const before = columnsOf(stored);
    const shown = columnsAsTold(stored);
    if (columns && columns.length !== before.length) throw Problem.field('columns', `This file has ${before.length} columns.`);
    const answerOf = (question: string) => answers?.find((each) => each.question === question)?.answer;
    const after = before.map((column, index) => {
      const chosen = columns?.[index] === shown[index]?.field ? undefined : columns?.[index];
      return chooseField(column, chosen, answerOf(`column:${askingColumn(shown, index)}`));
    });
    const given = new Map([...answersOf(stored), ...(answers ?? []).map(({ question, answer }) => [question, answer] as const)]);
    const chosen = new Map([...rowChoicesOf(stored), ...(rows ?? []).map(({ number, isTaken }) => [number, isTaken] as const)]);
    await updateImport(tx, farmId, id, {
      columns: JSON.stringify(after),
      answers: JSON.stringify([...given].slice(-1000)),
      row_choices: JSON.stringify([...chosen].slice(-maxImportRows)),
    });
    return findStored(tx, farmId, id);
  });
}

/** What a person chose is remembered for later files. The answer to a question about a column is its field. */
function chooseField(column: Column, chosen: ImportField | undefined, answered: string | undefined): Column {
  const { ask, ...own } = column;
  if (chosen !== undefined) return { ...own, field: chosen, isChosen: true };
  const answer = ask && importFieldNames.find((name) => name === answered);
  return answer ? { ...column, field: answer, isChosen: true } : column;
}

export async function findStored(db: Db | Tx, farmId: FarmId, id: string): Promise<StoredImport> {
  const stored = await findImport(db, farmId, id);
  if (!stored) throw new Problem('imports.not_found');
  return stored;
}

export const asImport = (stored: ImportSummary): Import => ({
  id: stored.id,
  fileName: stored.file_name,
  state: stored.state,
  rowCount: stored.row_count,
  createdAt: stored.created_at,
  appliedAt: stored.applied_at,
  undoneAt: stored.undone_at,
  counts: appliedOf(stored)?.counts ?? null,
});

export async function describeImport(needs: Needs, farmId: FarmId, stored: StoredImport): Promise<ImportDetail> {
  const { db } = needs;
  const progress = stored.progress === null ? null : (JSON.parse(stored.progress) as ImportDetail['progress']);
  const isOpen = stored.state === 'staged' && progress === null;
  const planned = isOpen ? await previewPlan(needs, farmId, stored) : { questions: [], dryRun: null };
  const { dryRun } = planned;
  const answers = answersOf(stored);
  const preview = await readRows(db, farmId, stored.id, { after: -1, limit: previewRows });
  return {
    ...asImport(stored),
    columns: columnsAsTold(stored).map(({ heading, field }) => ({ heading, field })),
    preview: preview.map(({ number, cells }) => ({ number, cells: (JSON.parse(cells) as string[]).map(previewOf) })),
    questions: planned.questions.map((question) => {
      const { id, column, text, options, asksDay = false } = question;
      return { id, column, text, options: [...options], asksDay, answer: answerTo(question, answers) };
    }),
    dryRun: dryRun ? await withLimit(db, farmId, dryRun) : null,
    progress,
    applied: appliedOf(stored),
    sheets: sheetsOf(stored),
    undone: stored.undone === null ? null : (JSON.parse(stored.undone) as Undone),
  };
}

export async function listRows(needs: Needs, farmId: FarmId, id: string, query: RowQuery): Promise<ImportRow[]> {
  const { db } = needs;
  const { verdict, remarked, cursor = -1, limit } = query;
  const stored = await findStored(db, farmId, id);
  if (stored.applied !== null) return listOutcomes(db, farmId, id, query);
  const { dryRun, outcomes } = await previewPlan(needs, farmId, stored);
  if (!dryRun) throw new Problem('imports.not_ready');
  const wanted = outcomes.filter(
    (row) => row.row_number > cursor && (verdict === undefined || row.verdict === verdict) && (!remarked || row.is_remarked),
  );
  return wanted.slice(0, limit).map(({ outcome }) => JSON.parse(outcome) as ImportRow);
}

async function withLimit(db: Db, farmId: FarmId, dryRun: DryRun): Promise<NonNullable<ImportDetail['dryRun']>> {
  const { activeBefore, activeAfter } = dryRun;
  const { plan: planType, limit } = await readFarmPlan(db, farmId);
  const isTooMany = !isUnlimited(limit) && activeAfter > limit && activeAfter > activeBefore;
  const why = activeBefore >= limit ? 'Animal limit reached' : 'Your plan has no room for all of these animals';
  const limitMessage = isTooMany ? `${why}. ${usageMessage(activeBefore, limit, planType)}.` : null;
  return { ...dryRun, animalLimit: limit, limitMessage };
}

const appliedOf = ({ applied }: ImportSummary): ImportTally | null =>
  applied === null ? null : (JSON.parse(applied) as ImportTally);

function parseId(id: string | undefined): string | undefined {
  const parsed = Id.optional().safeParse(id);
  if (!parsed.success) throw Problem.field('id', 'The id of an import is a UUID. Leave it out to get one.');
  return parsed.data;
}

function parseSheet(sheet: string | undefined): number | undefined {
  const parsed = z.coerce.number().int().min(0).max(1000).optional().safeParse(sheet);
  if (!parsed.success) throw Problem.field('sheet', 'Choose one of the sheets');
  return parsed.data;
}

const describeSheets = ({ sheets, sheet }: RawTable): string | null =>
  sheets.length < 2 ? null : JSON.stringify(sheets.map((one, index) => ({ ...one, isThis: index === sheet })));

export const fieldKey = 'field:';
/** In files of breeding values headings have other meanings; `BWT` is not a weight there. */
export const breedingValueFieldKey = 'ebv-field:';

function rememberedFields(memory: ReadonlyMap<string, string>): [Map<string, ImportField>, Map<string, ImportField>] {
  const isField = (value: string): value is ImportField => importFieldNames.some((name) => name === value);
  const withKey = (prefix: string) =>
    new Map(
      [...memory].flatMap(([key, value]) =>
        key.startsWith(prefix) && isField(value) ? [[key.slice(prefix.length), value] as const] : [],
      ),
    );
  return [withKey(fieldKey), withKey(breedingValueFieldKey)];
}
