import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { dayText } from '#web/herd/day-text.ts';
import type { ToPutOff } from './chores.data.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { today } from '#web/lib/text/today.ts';

const PutOffForm = lazilyPreloaded(async () => (await import('./put-off-form.tsx')).PutOffForm);

interface PutOffDialogProps extends OpenProps {
  readonly task: ToPutOff;
  readonly title: string;
}

export const PutOffDialog = ({ task, title, isOpen, onClose }: PutOffDialogProps) => (
  <FormDialog isOpen={isOpen} onClose={onClose} title="Put off" description={title}>
    <PutOffForm
      task={task}
      title={title}
      onDone={(reply, to, reason) => {
        onClose();
        toastSaved(reply, { title: `Put off to ${dayText(to, today())}`, description: `${title}: ${reason}` });
      }}
    />
  </FormDialog>
);
