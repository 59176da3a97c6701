import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import type { RecordedEvent } from '#contract/events.ts';
import { DialogBody, DialogCancel, dialogColumn, DialogFooter, useDialogBusy } from '#web/components/dialog.tsx';
import { byRules, Form, FormFields, SubmitButton, TextField } from '#web/components/form.tsx';
import { NotSaved } from '#web/components/not-saved.tsx';
import { useUndoEvent } from './journal.data.ts';

interface UndoFormProps {
  readonly event: RecordedEvent;
  readonly onUndone: (undone: RecordedEvent) => void;
}

export function UndoForm({ event, onUndone }: UndoFormProps) {
  const undo = useUndoEvent();
  const [error, setError] = useState<unknown>();
  const form = useForm({ defaultValues: { reason: '' }, resolver: byRules<{ reason: string }>(() => ({})) });
  useDialogBusy(useFormState({ control: form.control }).isSubmitting);
  const save = async ({ reason }: { reason: string }) => {
    setError(undefined);
    try {
      onUndone(await undo.mutateAsync({ event, reason }));
    } catch (failure) {
      setError(failure);
      throw failure;
    }
  };
  return (
    <Form form={form} onSubmit={save} className={dialogColumn}>
      <DialogBody className="flex flex-col gap-4">
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
  );
}
