import { useForm } from 'react-hook-form';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { byRules, FormFields, TextField } from '#web/components/forms/form.tsx';

export function UndoForm({ onUndo }: { readonly onUndo: (reason: string) => Promise<void> }) {
  const form = useForm({ defaultValues: { reason: '' }, resolver: byRules<{ reason: string }>(() => ({})) });
  return (
    <DialogForm
      form={form}
      onSubmit={({ reason }) => onUndo(reason)}
      submitLabel="Undo"
      busyLabel="Undoing..."
      variant="destructive"
      failure="Could not undo this"
    >
      <FormFields>
        <TextField control={form.control} name="reason" label="Reason" optional maxLength={500} />
      </FormFields>
    </DialogForm>
  );
}
