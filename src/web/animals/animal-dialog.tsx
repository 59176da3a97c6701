import type { ComponentProps } from 'react';
import { FormDialog, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

// The form is the largest chunk of the page: the dialog opens before it has loaded, and says when it cannot be loaded.
const AnimalForm = lazilyPreloaded(async () => (await import('./animal-form.tsx')).AnimalForm);

interface AnimalDialogProps extends OpenProps, Omit<ComponentProps<typeof AnimalForm>, 'onSaved'> {
  readonly onSaved?: () => void;
}

export function AnimalDialog({ isOpen, onSaved = () => {}, onClose, ...form }: AnimalDialogProps) {
  const { animal } = form;
  return (
    <FormDialog
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
      <AnimalForm
        {...form}
        onSaved={() => {
          onSaved();
          onClose();
        }}
      />
    </FormDialog>
  );
}
