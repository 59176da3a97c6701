import type { Chore } from '#contract/chores.ts';
import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';

const ChoreForm = lazilyPreloaded(async () => (await import('./chore-form.tsx')).ChoreForm);

interface ChoreDialogProps extends OpenProps {
  /** The task to change; undefined for a new one. */
  readonly chore?: Chore | undefined;
  readonly animalIds?: readonly string[];
  readonly drafts: string;
  /** The animals of a new task. */
  readonly about?: string;
}

export const ChoreDialog = ({ chore, animalIds = [], drafts, about, isOpen, onClose }: ChoreDialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    title={chore ? 'Change the task' : 'Add a task'}
    description={about ?? 'Today lists it from its day on, until it is done.'}
  >
    <ChoreForm
      chore={chore}
      animalIds={animalIds}
      drafts={drafts}
      onDone={(reply, title, description) => {
        onClose();
        toastSaved(reply, { title, description });
      }}
    />
  </FormDialog>
);
