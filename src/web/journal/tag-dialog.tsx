import { formDialog } from '#web/components/dialogs/form-dialog.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

export const TagDialog = formDialog(
  async () => (await import('./tag-form.tsx')).TagForm,
  ({ animal, tag }) => ({
    title: tag ? 'Change the number' : 'Add a number',
    description: <AnimalName animal={animal} />,
  }),
);
