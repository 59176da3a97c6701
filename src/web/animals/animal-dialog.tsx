import type { Animal } from '#contract/animals.ts';
import { useBackCloses } from '#web/lib/use-back-closes.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/ui/dialog.tsx';
import { AnimalForm, type Draft } from './animal-form.tsx';
import { fullName } from './animal-words.ts';

interface AnimalDialogProps {
  readonly isOpen: boolean;
  /** The animal to change; none: a new one is added. */
  readonly animal: Animal | undefined;
  readonly draft: Draft | undefined;
  readonly onClose: () => void;
  /** Hears what was typed when the dialog is left without saving. */
  readonly onLeft: (draft: Draft) => void;
}

/** Adds or edits an animal: a sheet from below on a phone. Each opening begins afresh. */
export function AnimalDialog({ isOpen, animal, draft, onClose, onLeft }: AnimalDialogProps) {
  useBackCloses(isOpen, onClose);
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        width="wide"
        // To read what is there needs no keyboard, which on a phone would cover half of it.
        onOpenAutoFocus={(event) => {
          if (!animal || !(event.currentTarget instanceof HTMLElement)) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
        // A slip beside the dialog is not a wish to leave it.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogHeader
          title={animal ? <span className="line-clamp-2 wrap-anywhere">Edit {fullName(animal)}</span> : 'Add Animal'}
          description={animal ? undefined : 'Only the tag number is needed.'}
        />
        <AnimalForm animal={animal} draft={draft} onSaved={onClose} onLeft={onLeft} />
      </DialogContent>
    </Dialog>
  );
}
