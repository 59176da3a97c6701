import { formDialog } from '#web/components/dialogs/form-dialog.tsx';

export const PutOffDialog = formDialog(
  async () => (await import('./put-off-form.tsx')).PutOffForm,
  ({ title }) => ({ title: 'Put off', description: title }),
);
