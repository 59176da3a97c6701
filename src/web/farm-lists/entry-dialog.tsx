import { Dialog, DialogPart, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import type { Entry, EntryKind } from './entries.ts';
import type { EntryCorrection } from './entry-form.tsx';

const EntryForm = lazilyPreloaded(async () => (await import('./entry-form.tsx')).EntryForm);

interface EntryDialogProps extends OpenProps {
  readonly kind: EntryKind;
  readonly entry?: Entry | undefined;
  readonly correction?: EntryCorrection | undefined;
  readonly onSaved: (saved: Entry) => void;
}

export const EntryDialog = ({ kind, entry, correction, isOpen, onClose, onSaved }: EntryDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    width={kind === 'product' ? 'medium' : 'narrow'}
    title={entry ? `Change this ${kind}` : `Add a ${kind}`}
    description={entry?.name}
  >
    <DialogPart what="The form">
      <EntryForm
        kind={kind}
        entry={entry}
        correction={correction}
        onSaved={(saved) => {
          onClose();
          onSaved(saved);
        }}
      />
    </DialogPart>
  </Dialog>
);
