import { useOpened } from '#web/components/dialogs/use-opened.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { Animal } from '#contract/animals.ts';
import { Boundary } from '#web/components/loading/boundary.tsx';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { lazilyPreloaded } from '#web/components/loading/lazily.ts';
import { failedPart } from '#web/components/loading/load-failed.tsx';
import { findDraft } from '#web/lib/forms/drafts.ts';
import { useRequestedForm } from '#web/lib/forms/open-form.ts';
import { draftOwner, useRights } from '#web/lib/session/session.ts';
import { newAnimalForm } from '#web/herd/requested-forms.ts';
import type { CardActions } from '#web/herd/animal/animal-card.tsx';
import { AnimalDialog } from './animal-dialog.tsx';
import type { ProposedAnimal } from './animal-form.tsx';
import { type AnimalDraft, animalForms } from './animal-draft.ts';

const DeleteAnimalDialog = lazilyPreloaded(async () => (await import('./delete-animal-dialog.tsx')).DeleteAnimalDialog);

type OpenDialog =
  | { readonly kind: 'form'; readonly animal: Animal | undefined; readonly proposed?: ProposedAnimal }
  | { readonly kind: 'delete'; readonly animal: Animal };

interface AnimalDialogs {
  readonly add: () => void;
  /** Those that the role allows. */
  readonly actions: CardActions;
  readonly dialogs: ReactNode;
}

export function useAnimalDialogs(): AnimalDialogs {
  const navigate = useNavigate();
  const client = useQueryClient();
  const rights = useRights();
  const { opened, open, close } = useOpened<OpenDialog>();
  const { isOpen = false, of: dialog } = opened ?? {};

  useRequestedForm(animalForms, (form) => {
    const draft = findDraft<AnimalDraft>(draftOwner(client), form);
    if (draft) open({ kind: 'form', animal: draft.typed.record });
  });

  useRequestedForm(newAnimalForm, (form) => {
    const proposed = Object.fromEntries(new URLSearchParams(form.slice(newAnimalForm.length)));
    open({ kind: 'form', animal: undefined, proposed });
  });

  return {
    add: () => open({ kind: 'form', animal: undefined }),
    actions: {
      ...(rights.has('keep') && { onEdit: (animal: Animal) => open({ kind: 'form', animal }) }),
      ...(rights.has('manage') && { onDelete: (animal: Animal) => open({ kind: 'delete', animal }) }),
      ...(rights.has('record') && {
        onHealth: ({ id }: Animal) => void navigate({ to: '/health', search: { animalId: id } }),
      }),
    },
    dialogs: (
      <>
        {dialog?.kind === 'form' && (
          <AnimalDialog isOpen={isOpen} animal={dialog.animal} proposed={dialog.proposed} onClose={close} />
        )}
        {dialog?.kind === 'delete' && (
          <Boundary
            renderFailure={(failure) => (
              <Dialog isOpen={isOpen} onClose={close} title="Delete">
                {failedPart('The question')(failure)}
              </Dialog>
            )}
          >
            <Suspense>
              <DeleteAnimalDialog isOpen={isOpen} animal={dialog.animal} onClose={close} />
            </Suspense>
          </Boundary>
        )}
      </>
    ),
  };
}
