import { useForm } from 'react-hook-form';
import type { RecordedEvent } from '#contract/events.ts';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { byRules, FormFields, TextField } from '#web/components/form.tsx';
import { useUndoEvent } from './journal.data.ts';

interface UndoFormProps {
  readonly event: RecordedEvent;
  readonly onUndone: (undone: RecordedEvent) => void;
}

export function UndoForm({ event, onUndone }: UndoFormProps) {
  const undo = useUndoEvent();
  const form = useForm({ defaultValues: { reason: '' }, resolver: byRules<{ reason: string }>(() => ({})) });
  return (
    <DialogForm
      form={form}
      onSubmit={async ({ reason }) => onUndone(await undo.mutateAsync({ event, reason }))}
      submitLabel="Undo"
      busyLabel="Undoing..."
      variant="destructive"
      failure="Could not undo this"
    >
      <FormFields>
        <TextField control={form.control} name="reason" label="Reason" hint="Optional" maxLength={500} />
      </FormFields>
    </DialogForm>
  );
}
