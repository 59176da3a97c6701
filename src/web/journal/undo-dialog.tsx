import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { RecordedEvent } from '#contract/events.ts';
import {
  Dialog,
  DialogBody,
  DialogCancel,
  dialogColumn,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '#web/components/dialog.tsx';
import { byRules, Form, FormFields, SubmitButton, TextField } from '#web/components/form.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { useUndoEvent } from './journal.data.ts';

interface UndoDialogProps {
  readonly event: RecordedEvent;
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUndone: () => void;
}

export function UndoDialog({ event, title, isOpen, onClose, onUndone }: UndoDialogProps) {
  const undo = useUndoEvent();
  const [error, setError] = useState<unknown>();
  const form = useForm({ defaultValues: { reason: '' }, resolver: byRules<{ reason: string }>(() => ({})) });
  const save = async ({ reason }: { reason: string }) => {
    setError(undefined);
    try {
      await undo.mutateAsync({ event, reason });
      onClose();
      onUndone();
    } catch (failure) {
      setError(failure);
      throw failure;
    }
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose}>
      <DialogContent>
        <DialogHeader
          title="Undo this entry?"
          description={`${title}. It stays in the history, and nothing follows from it any more.`}
        />
        <Form form={form} onSubmit={save} className={dialogColumn}>
          <DialogBody>
            <FormFields>
              <TextField control={form.control} name="reason" label="Reason" hint="May stay empty" maxLength={500} />
            </FormFields>
            {error !== undefined && <NotSaved error={error} fallback="Could not undo this" />}
          </DialogBody>
          <DialogFooter>
            <DialogCancel />
            <SubmitButton variant="destructive" busyLabel="Undoing...">
              Undo
            </SubmitButton>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
