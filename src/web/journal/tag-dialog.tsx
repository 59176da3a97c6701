import type { ComponentProps } from 'react';
import type { Animal } from '#contract/animals.ts';
import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';

const TagForm = lazilyPreloaded(async () => (await import('./tag-form.tsx')).TagForm);

interface TagDialogProps extends OpenProps, Omit<ComponentProps<typeof TagForm>, 'animalId' | 'onDone'> {
  readonly animal: Animal;
  readonly onSaved?: () => void;
}

export const TagDialog = ({ animal, isOpen, onClose, onSaved, ...form }: TagDialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    title={form.tag ? 'Change the number' : 'Add a number'}
    description={<AnimalName animal={animal} />}
  >
    <TagForm
      animalId={animal.id}
      {...form}
      onDone={(reply, title, description) => {
        onClose();
        onSaved?.();
        toastSaved(reply, { title, description });
      }}
    />
  </FormDialog>
);
