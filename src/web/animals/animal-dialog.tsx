import { formDialog } from '#web/components/dialogs/form-dialog.tsx';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';

/** Its form is the largest chunk of the page. */
export const AnimalDialog = formDialog(
  async () => (await import('./animal-form.tsx')).AnimalForm,
  ({ animal }) => ({
    width: 'wide',
    // Reading an animal needs no keyboard, which would cover half of a phone's screen.
    onOpenAutoFocus: (event) => {
      if (!animal || !(event.currentTarget instanceof HTMLElement)) return;
      event.preventDefault();
      event.currentTarget.focus();
    },
    title: animal ? (
      <span dir="auto" className="line-clamp-2 wrap-anywhere">
        Edit <AnimalName animal={animal} />
      </span>
    ) : (
      'Add Animal'
    ),
    description: animal ? undefined : 'Only the tag number is needed.',
  }),
);
