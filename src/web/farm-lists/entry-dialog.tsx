import { formDialog } from '#web/components/dialogs/form-dialog.tsx';

export const EntryDialog = formDialog(
  async () => (await import('./entry-form.tsx')).EntryForm,
  ({ kind, entry }) => ({
    width: kind === 'product' ? 'medium' : 'narrow',
    title: entry ? `Change this ${kind}` : `Add a ${kind}`,
    description: entry?.name,
  }),
);
