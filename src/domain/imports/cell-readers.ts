import type { ParentRole } from '../records/parentage.ts';
import { isOfOpenUnit, noteLine, textUpTo, type CellContext } from './cell-context.ts';
import { rewrittenNumber } from './cell-values.ts';
import { importFields, type Column } from './fields.ts';
import { wordQuestionId } from './inspection.ts';
import { isDoubtfulParent, isNobody, nameOfParent } from './nobody.ts';
import type { Draft } from './row-draft.ts';
import { normalizeWord } from './vocabulary.ts';

export function keepLine(cell: string, draft: Draft, context: CellContext): void {
  draft.keptLines.push(noteLine(cell, context));
}

export function keepAsNote(cell: string, draft: Draft, context: CellContext): void {
  keepLine(cell, draft, context);
  if (!isOfOpenUnit(cell, context))
    draft.remarks.push(`'${cell}' is no ${importFields[context.column.field].label.toLowerCase()}; it is kept in the notes.`);
}

export const unknownWordReason = (cell: string, column: Column, answer: string | null | undefined): string =>
  answer === 'skip'
    ? `You left out the rows with '${cell}' in '${column.heading}'.`
    : `'${cell}' is no ${importFields[column.field].label.toLowerCase()}.`;

export type FieldReader = (cell: string, draft: Draft, context: CellContext) => void;

export const createFieldReader =
  <T>(read: (cell: string, context: CellContext) => T | undefined, store: (draft: Draft, value: T) => void): FieldReader =>
  (cell, draft, context) => {
    const result = read(cell, context);
    if (result === undefined) keepAsNote(cell, draft, context);
    else store(draft, result);
  };

export const parseShortText = textUpTo(100);

export const createParentReader = (role: ParentRole, part: 'tag' | 'breed'): FieldReader =>
  createFieldReader(parseShortText, (draft, text) => {
    const known = draft.parents[role];
    if (part === 'tag' && known?.tag !== undefined) draft.parents[role] = { ...known, also: [...(known.also ?? []), text] };
    else draft.parents[role] = { ...known, [part]: text };
  });

/** Pedigree programs write 0 or -9 for a parent that is not known, and people write words. */
export const createParentTagReader = (role: ParentRole): FieldReader => {
  const read = createParentReader(role, 'tag');
  return (cell, draft, context) => {
    const answer = context.answers.get(wordQuestionId(context.index, normalizeWord(cell)));
    const isKept = isDoubtfulParent(cell) && answer !== 'named';
    const mistake = rewrittenNumber(cell);
    if (mistake !== undefined) draft.refusal = mistake;
    else if (isKept) keepLine(cell, draft, context);
    else if (!isNobody(cell)) {
      const name = nameOfParent(cell);
      if (name !== cell) keepLine(cell, draft, context);
      read(name, draft, context);
    }
  };
};
