import type { Animal } from '#contract/animals.ts';
import { Dialog, DialogPart, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import type { AnimalCorrection, ProposedAnimal } from './animal-form.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

// The form is the largest chunk of the page: the dialog opens before it has loaded, and says when it cannot be loaded.
const AnimalForm = lazilyPreloaded(async () => (await import('./animal-form.tsx')).AnimalForm);

interface AnimalDialogProps extends OpenProps {
  readonly animal: Animal | undefined;
  readonly proposed?: ProposedAnimal | undefined;
  readonly correction?: AnimalCorrection | undefined;
  readonly onSaved?: () => void;
}

export function AnimalDialog({ isOpen, animal, proposed, correction, onSaved = () => {}, onClose }: AnimalDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      // Reading an animal needs no keyboard, which would cover half of a phone's screen.
      onOpenAutoFocus={(event) => {
        if (!animal || !(event.currentTarget instanceof HTMLElement)) return;
        event.preventDefault();
        event.currentTarget.focus();
      }}
      title={
        animal ? (
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            Edit <AnimalName animal={animal} />
          </span>
        ) : (
          'Add Animal'
        )
      }
      description={animal ? undefined : 'Only the tag number is needed.'}
    >
      <DialogPart what="The form">
        <AnimalForm
          animal={animal}
          proposed={proposed}
          correction={correction}
          onSaved={() => {
            onSaved();
            onClose();
          }}
        />
      </DialogPart>
    </Dialog>
  );
}
