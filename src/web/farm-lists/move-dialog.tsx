import { formDialog } from '#web/components/dialogs/form-dialog.tsx';

export const MoveDialog = formDialog(
  async () => (await import('./move-form.tsx')).MoveForm,
  () => ({ width: 'medium', title: 'Move animals', description: 'To a place, or into or out of a group' }),
);
