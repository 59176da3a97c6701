import type { EventKind } from '#domain/records/events.ts';
import { formDialog } from '#web/components/dialogs/form-dialog.tsx';

/** What else is undone with an entry. */
export const effectOfUndoing: Readonly<Partial<Record<EventKind, string>>> = {
  birth: 'Its young are removed, except those with other records.',
};

export const UndoDialog = formDialog(
  async () => (await import('./undo-form.tsx')).UndoForm,
  ({ title, effect }) => ({
    title: 'Undo this entry?',
    description: [`${title}. It stays in the history but no longer counts.`, effect].filter(Boolean).join(' '),
  }),
);
