import type { RecordedEvent } from '#contract/events.ts';
import { Dialog, DialogContent, DialogHeader, DialogPart } from '#web/components/dialog.tsx';
import { lazilyPreloaded } from '#web/components/lazily.ts';

const UndoForm = lazilyPreloaded(async () => (await import('./undo-form.tsx')).UndoForm);

interface UndoDialogProps {
  readonly event: RecordedEvent;
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUndone: (undone: RecordedEvent) => void;
}

export const UndoDialog = ({ event, title, isOpen, onClose, onUndone }: UndoDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose}>
    <DialogContent>
      <DialogHeader title="Undo this entry?" description={`${title}. It stays in the history but no longer counts.`} />
      <DialogPart what="The form">
        <UndoForm
          event={event}
          onUndone={(undone) => {
            onClose();
            onUndone(undone);
          }}
        />
      </DialogPart>
    </DialogContent>
  </Dialog>
);
