import type { ComponentProps } from 'react';
import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';

const EntryForm = lazilyPreloaded(async () => (await import('./entry-form.tsx')).EntryForm);

type EntryDialogProps = OpenProps & ComponentProps<typeof EntryForm>;

export const EntryDialog = ({ isOpen, onClose, onSaved, ...form }: EntryDialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    width={form.kind === 'product' ? 'medium' : 'narrow'}
    title={form.entry ? `Change this ${form.kind}` : `Add a ${form.kind}`}
    description={form.entry?.name}
  >
    <EntryForm
      {...form}
      onSaved={(saved) => {
        onClose();
        onSaved(saved);
      }}
    />
  </FormDialog>
);
