import { definedFields } from '../values/defined-fields.ts';
import { type Fields, unsetValues } from './fields.ts';

/** When an entry of one of the farm's lists is written, and the name of who writes it. */
interface Writing {
  readonly at: string;
  readonly by: string | null;
}

interface Archivable {
  readonly archivedAt: string | null;
}

interface EntryChange {
  readonly isArchived?: boolean | undefined;
}

/** What a new entry contains. The server stores it, and the copy of the farm in a browser shows it until then. */
export const newEntry = (fields: Fields, input: object, writing: Writing): Archivable => ({
  ...unsetValues(fields),
  ...withDoer(definedFields(input), writing),
  archivedAt: null,
});

/** What an entry contains after a change. An entry that is archived keeps the time of its archiving. */
export function changedEntry<E extends Archivable>(before: E, { isArchived, ...input }: EntryChange, writing: Writing): E {
  const { archivedAt } = before;
  const archived = (isArchived ?? archivedAt !== null) ? (archivedAt ?? writing.at) : null;
  return { ...before, ...withDoer(definedFields(input), writing), archivedAt: archived };
}

/** The person who marks a task as done is the one who did it. */
function withDoer(input: object, { by }: Writing): object {
  const { doneOn }: { readonly doneOn?: string | null } = input;
  return doneOn === undefined ? input : { doneBy: doneOn === null ? null : by, ...input };
}
