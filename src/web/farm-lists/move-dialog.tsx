import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { toastUndoable } from '#web/lib/toast-saved.ts';
import { useUndoForAll } from '#web/herd/data/events.data.ts';
import type { MoveCorrection } from './move-form.tsx';

const MoveForm = lazilyPreloaded(async () => (await import('./move-form.tsx')).MoveForm);

interface MoveDialogProps extends OpenProps {
  readonly correction?: MoveCorrection;
  /** The ids of the animals that are selected when it opens. */
  readonly chosen?: readonly string[];
  /** The id of the place that is chosen when it opens. */
  readonly placeId?: string;
  readonly onSaved?: () => void;
}

export function MoveDialog({ correction, chosen = [], placeId = '', isOpen, onClose, onSaved }: MoveDialogProps) {
  const undo = useUndoForAll();
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      width="medium"
      title="Move animals"
      description="To a place, or into or out of a group"
    >
      <MoveForm
        correction={correction}
        chosen={chosen}
        placeId={placeId}
        onMoved={({ ids, text }) => {
          onClose();
          onSaved?.();
          toastUndoable(ids, { title: 'Moved', description: text }, () => undo.mutateAsync(ids));
        }}
      />
    </FormDialog>
  );
}
