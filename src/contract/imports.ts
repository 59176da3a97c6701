import { z } from 'zod';
import { importFieldNames } from '#domain/imports/fields.ts';
import { verdicts } from '#domain/imports/plan.ts';
import { Sex, Species } from './animals.ts';
import { Id, text } from './common.ts';
import { route } from './route.ts';

export const maxImportBytes = 10 * 1024 * 1024;
/** One more would be refused; ten times the largest flock that has to feel quick. */
export const maxImportRows = 20_000;
export const maxImportColumns = 100;

export const ImportState = z.enum(['staged', 'applied', 'undone']);
export const Verdict = z.enum(verdicts);
export const ImportField = z.enum(importFieldNames);

const Counts = z.object({ ready: z.int(), changed: z.int(), duplicate: z.int(), refused: z.int() });

/** A file that was imported, or is being prepared for it. */
export const Import = z.object({
  id: z.string(),
  fileName: z.string(),
  state: ImportState,
  rowCount: z.int(),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  /** Rows per verdict once it is done. */
  counts: Counts.nullable(),
});
export type Import = z.infer<typeof Import>;

const Question = z.object({
  id: z.string(),
  /** The column it is about; null for the whole file. */
  column: z.int().nullable(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** The answer is a day, `yyyy-MM-dd`, and there are no options. */
  asksDay: z.boolean(),
  /** What counts: the person's answer, else what the file or an earlier import suggests; null: still open. */
  answer: z.string().nullable(),
});
export type ImportQuestion = z.infer<typeof Question>;

const Tally = z.object({
  counts: Counts,
  /** Rows in which something is done otherwise than the file says. */
  remarkedRows: z.int(),
  /** Parents recorded as reference animals. */
  referenceAnimals: z.int(),
  /** Weights recorded as checkups. */
  weighings: z.int().default(0),
});
export type ImportTally = z.infer<typeof Tally>;

/** What the import would do now. */
const DryRun = Tally.extend({
  activeBefore: z.int(),
  activeAfter: z.int(),
  animalLimit: z.int(),
  /** Why the plan has no room for it; null where it has. */
  limitMessage: z.string().nullable(),
});

export const Undone = z.object({
  removed: z.int(),
  restored: z.int(),
  /** Weights that were taken away again. */
  weighings: z.int().default(0),
  /** How many animals stay as the import left them; the first of them, with the reason. */
  keptCount: z.int(),
  kept: z.array(z.object({ tagNumber: z.string(), reason: z.string() })),
});
export type Undone = z.infer<typeof Undone>;

export const ImportDetail = Import.extend({
  /** The sheets of the workbook that have rows, where there are several; another is read by sending the file with its place as `sheet`. */
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), isThis: z.boolean() })),
  columns: z.array(z.object({ heading: z.string(), field: ImportField })),
  /** The first rows as they stand in the file. */
  preview: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  questions: z.array(Question),
  /** null while a question about the columns is open, and once the import is done. */
  dryRun: DryRun.nullable(),
  /** Rows written so far while the import runs. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** What it did, once it is done. */
  applied: Tally.nullable(),
  undone: Undone.nullable(),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

export const ImportRow = z.object({
  /** The row's number in the file as a spreadsheet shows it. */
  number: z.int(),
  tagNumber: z.string(),
  verdict: Verdict,
  /** Why it is refused or a duplicate. */
  reason: z.string().nullable(),
  /** What is done otherwise than the file says. */
  remarks: z.array(z.string()),
  changes: z.array(z.object({ label: z.string(), from: z.string().nullable(), to: z.string() })),
  /** As it will be recorded, parents by tag and name; null: the row could not be read, or stays outside. */
  animal: z
    .object({
      name: z.string().nullable(),
      species: Species,
      sex: Sex,
      isWether: z.boolean(),
      birthDate: z.string().nullable(),
      birthYear: z.int().nullable(),
      mother: z.string().nullable(),
      father: z.string().nullable(),
      /** It is offered on the public marketplace by this import. */
      goesPublic: z.boolean(),
      /** The weight that a checkup is added for. */
      weighing: z.object({ date: z.string(), grams: z.int() }).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Who left the row out; it can be taken in. */
  leftOut: z.enum(['person', 'totals']).nullable().default(null),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** Only what is sent changes: all columns' fields, these answers, these rows. */
export const ImportChange = z
  .object({
    columns: z.array(ImportField).max(maxImportColumns),
    answers: z.array(z.object({ question: text(300), answer: text(20) })).max(500),
    /** Rows to take in or to leave out, by their numbers. */
    rows: z.array(z.object({ number: z.int().min(0).max(10_000_000), isTaken: z.boolean() })).max(1000),
  })
  .partial();
export type ImportChange = z.infer<typeof ImportChange>;

const ById = z.object({ id: Id });
const Rows = z.object({
  verdict: Verdict.optional(),
  /** Only rows with remarks. */
  remarked: z.stringbool().optional(),
  /** The number of the last row of the page before. */
  cursor: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});

export const importRoutes = {
  addImport: route({
    method: 'POST',
    path: '/imports',
    access: 'farm',
    summary:
      'Read a spreadsheet (CSV, TSV, XLSX) and prepare its import; form fields `id`: an id made by the client, `sheet`: which sheet of a workbook',
    file: { field: 'file', maxBytes: maxImportBytes, tooLarge: 'imports.too_large' },
    reply: ImportDetail,
    status: 201,
    errors: ['imports.unreadable', 'imports.too_large', 'create.conflict', 'request.not_multipart'],
  }),
  listImports: route({
    method: 'GET',
    path: '/imports',
    access: 'farm',
    summary: 'The imports of the farm, newest first',
    reply: z.array(Import),
  }),
  readImport: route({
    method: 'GET',
    path: '/imports/:id',
    access: 'farm',
    summary: 'One import: its columns, its questions, what it would do or did',
    params: ById,
    reply: ImportDetail,
    errors: ['imports.not_found', 'imports.too_large'],
  }),
  changeImport: route({
    method: 'PATCH',
    path: '/imports/:id',
    access: 'farm',
    summary: 'Say what the columns mean and answer the questions; answers with the dry run',
    params: ById,
    body: ImportChange,
    reply: ImportDetail,
    errors: ['imports.not_found', 'imports.already_done', 'imports.too_large'],
  }),
  listImportRows: route({
    method: 'GET',
    path: '/imports/:id/rows',
    access: 'farm',
    summary: 'What becomes of each row, in the order of the file; the next page begins after the last number',
    params: ById,
    query: Rows,
    reply: z.array(ImportRow),
    errors: ['imports.not_found', 'imports.not_ready', 'imports.too_large'],
  }),
  applyImport: route({
    method: 'POST',
    path: '/imports/:id/apply',
    access: 'farm',
    summary: 'Import, all rows or none; a second time nothing happens',
    params: ById,
    reply: ImportDetail,
    errors: [
      'imports.not_found',
      'imports.not_ready',
      'imports.already_done',
      'imports.too_large',
      'plan.limit_reached',
      'farm.full',
    ],
  }),
  undoImport: route({
    method: 'POST',
    path: '/imports/:id/undo',
    access: 'farm',
    summary: 'Take back what the import did, or drop one that was only prepared; a second time nothing happens',
    params: ById,
    reply: ImportDetail,
    errors: ['imports.not_found', 'imports.too_large', 'plan.limit_reached', 'farm.full'],
  }),
} as const;
