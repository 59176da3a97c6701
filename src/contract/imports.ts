import { z } from 'zod';
import { recordedKinds } from '#domain/imports/event-counts.ts';
import { importFieldNames } from '#domain/imports/fields.ts';
import { verdicts } from '#domain/imports/planned-row.ts';
import { AnimalStatus, Sex, Species } from './animals.ts';
import { Id, text } from '#domain/records/values.ts';
import { route } from './route.ts';

export const maxImportBytes = 10 * 1024 * 1024;
/** Ten times the largest flock for which imports must be fast. */
export const maxImportRows = 20_000;
export const maxImportColumns = 100;

export const ImportState = z.enum(['staged', 'applied', 'undone']);
export const Verdict = z.enum(verdicts);
export const ImportField = z.enum(importFieldNames);

const Counts = z.object({ ready: z.int(), changed: z.int(), duplicate: z.int(), refused: z.int() });

/** The numbers of events, matings and entries of the farm's lists by their kinds. */
const RecordCounts = z.partialRecord(z.enum(recordedKinds), z.int());

/** An imported spreadsheet, or one that is prepared for import. */
export const Import = z.object({
  id: z.string(),
  fileName: z.string(),
  state: ImportState,
  rowCount: z.int(),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  counts: Counts.nullable(),
});
export type Import = z.infer<typeof Import>;

const Question = z.object({
  id: z.string(),
  /** The index of the column that the question is about; null if it is about the whole file. */
  column: z.int().nullable(),
  text: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** True if the answer is a date, `yyyy-MM-dd`; `options` is then empty. */
  asksDay: z.boolean(),
  /**
   * The answer in force: that of the person, or else the suggestion from the file or an earlier import; null if the question is
   * open.
   */
  answer: z.string().nullable(),
});
export type ImportQuestion = z.infer<typeof Question>;

const Tally = z.object({
  counts: Counts,
  /** The number of rows in which the import deviates from the file. */
  remarkedRows: z.int(),
  referenceAnimals: z.int(),
  recorded: RecordCounts,
  /** The number of EIDs and registration numbers that animals get. */
  numbers: z.int(),
  /** The file contains events of animals of the farm and adds no animals. */
  isOfEvents: z.boolean(),
});
export type ImportTally = z.infer<typeof Tally>;

/** What the import would do in its current state. */
const DryRun = Tally.extend({
  activeBefore: z.int(),
  activeAfter: z.int(),
  animalLimit: z.int(),
  /** Why the plan has no room for the import; null if it has. */
  limitMessage: z.string().nullable(),
});

export const Undone = z.object({
  removed: z.int(),
  restored: z.int(),
  recorded: RecordCounts,
  numbers: z.int(),
  /** Matings and entries of lists that stay because somebody has changed or used them since. */
  recordsKept: z.int(),
  /** The number of animals that stay as the import left them; `kept` contains the first of them with the reasons. */
  keptCount: z.int(),
  kept: z.array(z.object({ tagNumber: z.string(), reason: z.string() })),
});
export type Undone = z.infer<typeof Undone>;

export const ImportDetail = Import.extend({
  /**
   * The sheets with rows if the workbook has several, or the ways to read the letters of a text file that is not UTF-8 if they
   * differ. To read another one, send the file again with its index in the field `sheet`.
   */
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), isThis: z.boolean(), isReading: z.boolean().default(false) })),
  columns: z.array(z.object({ heading: z.string(), field: ImportField })),
  preview: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  questions: z.array(Question),
  /** null while a question about the columns is open, and after the import. */
  dryRun: DryRun.nullable(),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  applied: Tally.nullable(),
  undone: Undone.nullable(),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

export const ImportRow = z.object({
  /** The number that a spreadsheet program shows for the row. */
  number: z.int(),
  tagNumber: z.string(),
  verdict: Verdict,
  /** Why the row is refused or a duplicate; null otherwise. */
  reason: z.string().nullable(),
  remarks: z.array(z.string()),
  changes: z.array(z.object({ label: z.string(), from: z.string().nullable(), to: z.string() })),
  /**
   * The animal as it will be recorded, with its parents as tag and name; null if the row could not be read or is not imported.
   */
  animal: z
    .object({
      name: z.string().nullable(),
      species: Species,
      sex: Sex,
      isWether: z.boolean(),
      status: AnimalStatus.default('active'),
      birthDate: z.string().nullable(),
      birthYear: z.int().nullable(),
      mother: z.string().nullable(),
      father: z.string().nullable(),
      goesPublic: z.boolean(),
      weighing: z.object({ date: z.string(), grams: z.int() }).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Set if the row is left out by the person or as a line of totals; it can be included again. */
  leftOut: z.enum(['person', 'totals']).nullable().default(null),
});
export type ImportRow = z.infer<typeof ImportRow>;

/** Only what is sent changes: the fields of all columns, these answers, these rows. */
export const ImportChange = z
  .object({
    columns: z.array(ImportField).max(maxImportColumns),
    answers: z.array(z.object({ question: text(300), answer: text(20) })).max(500),
    rows: z.array(z.object({ number: z.int().min(0).max(10_000_000), isTaken: z.boolean() })).max(1000),
  })
  .partial();
export type ImportChange = z.infer<typeof ImportChange>;

const ById = z.object({ id: Id });
const Rows = z.object({
  verdict: Verdict.optional(),
  remarked: z.stringbool().optional(),
  /** The number of the last row of the previous page. */
  cursor: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});

const managed = { access: 'farm', needs: 'manage' } as const;
const ofOne = { ...managed, params: ById } as const;

export const importRoutes = {
  addImport: route({
    method: 'POST',
    path: '/imports',
    ...managed,
    summary:
      'Upload a spreadsheet (CSV, TSV, XLSX) and prepare its import. Optional form fields: `id`, made by the client, and `sheet`, the index of a sheet in the workbook',
    file: { field: 'file', maxBytes: maxImportBytes, tooLarge: 'imports.too_large' },
    reply: ImportDetail,
    status: 201,
    errors: ['imports.unreadable', 'imports.too_large', 'create.conflict', 'request.not_multipart'],
  }),
  listImports: route({
    method: 'GET',
    path: '/imports',
    ...managed,
    summary: 'List the imports of the farm, newest first',
    reply: z.array(Import),
  }),
  readImport: route({
    method: 'GET',
    path: '/imports/:id',
    ...ofOne,
    summary: 'Read an import with its columns, its questions, and its planned or actual result',
    reply: ImportDetail,
    errors: ['imports.not_found', 'imports.too_large'],
  }),
  changeImport: route({
    method: 'PATCH',
    path: '/imports/:id',
    ...ofOne,
    summary: 'Assign columns, answer questions and select rows; the answer contains the new dry run',
    body: ImportChange,
    reply: ImportDetail,
    errors: ['imports.not_found', 'imports.already_done', 'imports.too_large'],
  }),
  listImportRows: route({
    method: 'GET',
    path: '/imports/:id/rows',
    ...ofOne,
    summary: 'List the result of each row, in the order of the file; `cursor` is the number of the last row seen',
    query: Rows,
    reply: z.array(ImportRow),
    errors: ['imports.not_found', 'imports.not_ready', 'imports.too_large'],
  }),
  downloadLeftOut: route({
    method: 'GET',
    path: '/imports/:id/left-out',
    ...ofOne,
    summary: 'Download the rows that are left out as a .csv file, each with the reason, to mend and to import again',
    download: ['text/csv'],
    reply: z.never(),
    errors: ['imports.not_found', 'imports.not_ready', 'imports.too_large'],
  }),
  applyImport: route({
    method: 'POST',
    path: '/imports/:id/apply',
    ...ofOne,
    summary: 'Apply an import, all rows or none; applying it again changes nothing',
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
    ...ofOne,
    frees: true,
    summary: 'Undo an import, or discard one that was only prepared; undoing it again changes nothing',
    reply: ImportDetail,
    errors: ['imports.not_found', 'imports.too_large', 'plan.limit_reached', 'farm.full'],
  }),
} as const;
