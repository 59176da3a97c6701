import { useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { Dialog, DialogContent, DialogHeader, DialogPart } from '#web/components/dialog.tsx';
import { lazilyAhead } from '#web/components/lazily.ts';
import { AnimalName } from '#web/herd/animal-name.tsx';

// The form with its checks is the heaviest part of the page. The dialog is there before it, and says so when it does not come.
const AnimalForm = lazilyAhead(async () => (await import('./animal-form.tsx')).AnimalForm);

interface AnimalDialogProps {
  readonly isOpen: boolean;
  /** The animal to change; none: a new one is added. */
  readonly animal: Animal | undefined;
  readonly onClose: () => void;
}

/** Adds or edits an animal: a sheet from below on a phone. Each opening begins afresh, or with what was typed and not saved. */
export function AnimalDialog({ isOpen, animal, onClose }: AnimalDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog isOpen={isOpen} onClose={onClose}>
      <DialogContent
        width="wide"
        // To read what is there needs no keyboard, which on a phone would cover half of it.
        onOpenAutoFocus={(event) => {
          if (!animal || !(event.currentTarget instanceof HTMLElement)) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
      >
        <DialogHeader
          title={
            animal ? (
              <span className="line-clamp-2 wrap-anywhere">
                Edit <AnimalName animal={animal} />
              </span>
            ) : (
              'Add Animal'
            )
          }
          description={animal ? undefined : 'Only the tag number is needed.'}
        />
        <DialogPart what="The form">
          <AnimalForm key={attempt} animal={animal} onSaved={onClose} onDiscarded={() => setAttempt(attempt + 1)} />
        </DialogPart>
      </DialogContent>
    </Dialog>
  );
}
