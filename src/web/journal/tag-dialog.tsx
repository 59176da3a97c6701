import type { AnimalTag } from '#contract/animal-tags.ts';
import type { Animal } from '#contract/animals.ts';
import { Dialog, DialogPart, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import type { TagCorrection } from './tag-form.tsx';

const TagForm = lazilyPreloaded(async () => (await import('./tag-form.tsx')).TagForm);

interface TagDialogProps extends OpenProps {
  readonly animal: Animal;
  /** The number to change. */
  readonly tag: AnimalTag | undefined;
  /** The value of a new number, as read by a reader. */
  readonly proposed?: string | undefined;
  readonly correction?: TagCorrection;
  readonly onSaved?: () => void;
}

export const TagDialog = ({ animal, tag, proposed, correction, isOpen, onClose, onSaved }: TagDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={tag ? 'Change the number' : 'Add a number'}
    description={<AnimalName animal={animal} />}
  >
    <DialogPart what="The form">
      <TagForm
        animalId={animal.id}
        tag={tag}
        proposed={proposed}
        correction={correction}
        onDone={(reply, title, description) => {
          onClose();
          onSaved?.();
          toastSaved(reply, { title, description });
        }}
      />
    </DialogPart>
  </Dialog>
);
