import { fieldsInLists } from '#domain/records/by-kind.ts';
import type { ListName } from '#domain/records/kinds.ts';
import { changedEntry, newEntry } from '#domain/records/list-entry.ts';
import type { RowOf } from '../copy/farm-rows.ts';
import type { Act } from './journal-changes.ts';

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
  (act: Act, { body: { id = act.newId(), ...input } }: NewEntry): void => {
    const { draft, at } = act;
    if (draft.of(list).has(id)) return;
    const entry = newEntry(fieldsInLists[list], input, act);
    draft.put(list, { ...entry, id, version: 1, createdAt: at } as unknown as RowOf<K>);
  };

export const changeEntry =
  <K extends ListName>(list: K) =>
  (act: Act, { params: { id }, body: { version: _version, ...change } }: EntryChange): void => {
    const before: RowOf<ListName> | undefined = act.draft.of(list).get(id);
    if (!before) return;
    const after = changedEntry(before, change, act);
    if (JSON.stringify(after) !== JSON.stringify(before)) act.draft.put(list, { ...after, version: before.version + 1 });
  };

export function deleteChore({ draft }: Act, { params: { id } }: Pick<EntryChange, 'params'>): void {
  if (draft.of('chores').has(id)) draft.delete('chores', id);
}
