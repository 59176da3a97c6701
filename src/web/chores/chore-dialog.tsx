import { formDialog } from '#web/components/dialogs/form-dialog.tsx';

export const ChoreDialog = formDialog(
  async () => (await import('./chore-form.tsx')).ChoreForm,
  ({ chore, about }) => ({
    title: chore ? 'Change the task' : 'Add a task',
    description: about ?? 'Today lists it from its day on, until it is done.',
  }),
);
