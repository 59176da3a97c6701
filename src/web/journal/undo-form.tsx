import { useForm } from 'react-hook-form';
import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { byRules, FormFields, TextField } from '#web/components/forms/form.tsx';

interface UndoFormProps extends Pick<OpenProps, 'onClose'> {
  /** Of the entry. */
  readonly title: string;
  readonly effect?: string | undefined;
  readonly onUndo: (reason: string) => Promise<void>;
}

export function UndoForm({ onUndo, onClose }: UndoFormProps) {
  const form = useForm({ defaultValues: { reason: '' }, resolver: byRules<{ reason: string }>(() => ({})) });
  return (
    <DialogForm
      form={form}
      onSubmit={({ reason }) => onUndo(reason).then(onClose)}
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
