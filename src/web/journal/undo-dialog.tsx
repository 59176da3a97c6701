import type { EventKind } from '#domain/records/events.ts';
import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';

const UndoForm = lazilyPreloaded(async () => (await import('./undo-form.tsx')).UndoForm);

/** What else is undone with an entry. */
export const effectOfUndoing: Readonly<Partial<Record<EventKind, string>>> = {
  birth: 'Its young are removed, except those with other records.',
};

interface UndoDialogProps extends OpenProps {
  readonly title: string;
  readonly effect?: string | undefined;
  readonly onUndo: (reason: string) => Promise<void>;
}

export const UndoDialog = ({ title, effect, isOpen, onClose, onUndo }: UndoDialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Undo this entry?"
    description={[`${title}. It stays in the history but no longer counts.`, effect].filter(Boolean).join(' ')}
  >
    <UndoForm
      onUndo={async (reason) => {
        await onUndo(reason);
        onClose();
      }}
    />
  </FormDialog>
);
