import { definedFields } from '#domain/defined-fields.ts';
import { choreFields } from '#domain/records/chore.ts';
import { unsetValues, type Fields } from '#domain/records/fields.ts';
import { exposureFields } from '#domain/records/exposure.ts';
import { groupFields } from '#domain/records/group.ts';
import { placeFields } from '#domain/records/place.ts';
import { productFields } from '#domain/records/product.ts';
import { worklistFields } from '#domain/records/worklist.ts';
import type { RowOf } from './farm-rows.ts';
import type { Act } from './journal-changes.ts';

const fieldsIn = {
  places: placeFields,
  groups: groupFields,
  products: productFields,
  worklists: worklistFields,
  exposures: exposureFields,
  chores: choreFields,
} as const satisfies Record<string, Fields>;
type ListName = keyof typeof fieldsIn;

interface NewEntry {
  readonly body: { readonly id?: string | undefined; readonly name: string };
}

interface EntryChange {
  readonly params: { readonly id: string };
  readonly body: { readonly version?: number | undefined; readonly isArchived?: boolean | undefined };
}

/** These lists differ only in their fields. */
export const addEntry =
  <K extends ListName>(list: K) =>
  ({ draft, at, by, newId }: Act, { body: { id = newId(), ...input } }: NewEntry): void => {
    if (draft.of(list).has(id)) return;
    const fields = { ...unsetValues<Fields>(fieldsIn[list]), ...withDoer(definedFields(input), by) };
    draft.put(list, { ...fields, id, archivedAt: null, version: 1, createdAt: at } as unknown as RowOf<K>);
  };

export const changeEntry =
  <K extends ListName>(list: K) =>
  ({ draft, at, by }: Act, { params: { id }, body: { version: _version, isArchived, ...input } }: EntryChange): void => {
    const before: RowOf<ListName> | undefined = draft.of(list).get(id);
    if (!before) return;
    const { archivedAt } = before;
    const archived = (isArchived ?? archivedAt !== null) ? (archivedAt ?? at) : null;
    const after = { ...before, ...withDoer(definedFields(input), by), archivedAt: archived };
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    draft.put(list, { ...after, version: before.version + 1 });
  };

/** The person who marks a task as done did it. */
function withDoer(fields: object, by: string): object {
  const { doneOn }: { readonly doneOn?: string | null } = fields;
  return doneOn === undefined ? fields : { ...fields, doneBy: doneOn === null ? null : by };
}

export function deleteChore({ draft }: Act, { params: { id } }: Pick<EntryChange, 'params'>): void {
  if (draft.of('chores').has(id)) draft.delete('chores', id);
}
