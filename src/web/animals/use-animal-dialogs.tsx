import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Animal } from '#contract/animals.ts';
import { toast } from '#web/ui/use-toast.ts';
import type { CardActions } from './animal-card.tsx';
import type { Draft } from './animal-form.tsx';
import { DeleteAnimalDialog } from './delete-animal-dialog.tsx';

// The form with its checks is the heaviest part of the page: it comes once the page stands, before anyone asks for it.
const loadForm = () => import('./animal-dialog.tsx');
const AnimalDialog = lazy(async () => ({ default: (await loadForm()).AnimalDialog }));
const restMs = 1000;

/** The dialog that is open or was last; it stays while it leaves the screen. */
type Asked =
  | { readonly kind: 'form'; readonly animal: Animal | undefined; readonly draft: Draft | undefined }
  | { readonly kind: 'delete'; readonly animal: Animal };

interface AnimalDialogs {
  readonly add: () => void;
  /** For the cards. */
  readonly actions: Required<CardActions>;
  /** Stands once on the page. */
  readonly dialogs: ReactNode;
}

/** What can be done with animals on a page: add, edit, see the health, delete. */
export function useAnimalDialogs(): AnimalDialogs {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // Should it fail, it is loaded when it is asked for.
    const rest = setTimeout(() => void loadForm().catch(() => undefined), restMs);
    return () => clearTimeout(rest);
  }, []);
  const ask = (next: Asked) => {
    setAsked(next);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);

  const offerDraft = (animal: Animal | undefined, draft: Draft) =>
    toast({
      title: animal ? 'Changes not saved' : 'Animal not added',
      description: 'What you typed is kept for a moment.',
      action: { label: 'Continue editing', onPress: () => ask({ kind: 'form', animal, draft }) },
    });

  return {
    add: () => ask({ kind: 'form', animal: undefined, draft: undefined }),
    actions: {
      onEdit: (animal) => ask({ kind: 'form', animal, draft: undefined }),
      onDelete: (animal) => ask({ kind: 'delete', animal }),
      onHealth: ({ id }) => void navigate({ to: '/health', search: { animalId: id } }),
    },
    dialogs: (
      <>
        {asked?.kind === 'form' && (
          <Suspense>
            <AnimalDialog
              isOpen={isOpen}
              animal={asked.animal}
              draft={asked.draft}
              onClose={close}
              onLeft={(draft) => offerDraft(asked.animal, draft)}
            />
          </Suspense>
        )}
        {asked?.kind === 'delete' && <DeleteAnimalDialog isOpen={isOpen} animal={asked.animal} onClose={close} />}
      </>
    ),
  };
}
