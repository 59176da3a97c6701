import type { ImportDetail } from '#contract/imports.ts';
import type { Column } from '#domain/imports/fields.ts';
import { columnsToldAs } from '#domain/imports/headings.ts';
import type { RowChoices } from '#domain/imports/left-out.ts';
import type { Answers } from '#domain/imports/question.ts';

export const rowChoicesOf = ({ row_choices }: { readonly row_choices: string }): RowChoices =>
  new Map(JSON.parse(row_choices) as [number, boolean][]);

export const sheetsOf = ({ sheets }: { readonly sheets: string | null }): ImportDetail['sheets'] =>
  sheets === null ? [] : (JSON.parse(sheets) as ImportDetail['sheets']);

export const columnsOf = ({ columns }: { readonly columns: string }): Column[] => JSON.parse(columns) as Column[];

export const answersOf = ({ answers }: { readonly answers: string }): Answers =>
  new Map(JSON.parse(answers) as [string, string][]);

/** With the meanings that they have in a list of the kind that the person says it is. */
export const columnsAsTold = (stored: { readonly columns: string; readonly answers: string }): readonly Column[] =>
  columnsToldAs(columnsOf(stored), answersOf(stored));
