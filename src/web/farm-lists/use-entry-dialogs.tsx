import { useState } from 'react';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { EntryDialog } from './entry-dialog.tsx';
import type { Entry, EntryKind } from './entries.ts';
import { useEntryCalls } from './farm-lists.data.ts';

interface OpenForm {
  readonly entry?: Entry;
  /** A new key, so that a second form starts empty. */
  readonly number: number;
}

const nouns: Readonly<Record<EntryKind, string>> = { place: 'Place', group: 'Group', product: 'Product' };

/** Adding, changing and archiving the entries of one kind. */
export function useEntryDialogs(kind: EntryKind) {
  const { change } = useEntryCalls(kind);
  const [form, setForm] = useState<OpenForm>();
  const [isOpen, setOpen] = useState(false);
  const open = (entry?: Entry) => {
    setForm({ ...(entry && { entry }), number: (form?.number ?? 0) + 1 });
    setOpen(true);
  };
  const archive = (entry: Entry, isArchived: boolean): void =>
    void change(entry.id, { isArchived }).then(
      (saved) =>
        toastSaved(saved, {
          title: `${nouns[kind]} ${isArchived ? 'archived' : 'brought back'}`,
          description: saved.name,
          action: { label: 'Undo', onPress: () => archive(saved, !isArchived) },
        }),
      (error: unknown) => toastFailure(error, `Could not change the ${kind}`),
    );
  const dialog = form && (
    <EntryDialog
      key={form.number}
      kind={kind}
      entry={form.entry}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onSaved={(saved) =>
        toastSaved(saved, { title: `${nouns[kind]} ${form.entry ? 'changed' : 'added'}`, description: saved.name })
      }
    />
  );
  return { open, archive, dialog };
}
