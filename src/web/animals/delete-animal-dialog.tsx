import type { OpenProps } from '#web/components/dialogs/dialog.tsx';
import type { Animal } from '#contract/animals.ts';
import { DangerDialog } from '#web/components/dialogs/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { AnimalName } from '#web/herd/animal/animal-name.tsx';
import { useMarkAnimal } from '#web/herd/data/animals.data.ts';
import type { ReactNode } from 'react';
import type { AnimalStatus } from '#domain/records/animals.ts';
import { fullName, statusLabels } from '#web/herd/animal/animal-labels.ts';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/care/use-withdrawal-reason.tsx';
import { useCall } from '#web/lib/server/use-call.ts';

interface DeleteAnimalDialogProps extends OpenProps {
  readonly animal: Animal;
}

/** Offers 'sold' and 'died' instead of deleting, because those keep the animal's records. */
export function DeleteAnimalDialog({ isOpen, animal, onClose }: DeleteAnimalDialogProps) {
  const deleteAnimal = useCall('deleteAnimal');
  const { mark, dialog } = useMarking();
  const remove = () =>
    deleteAnimal.mutate(
      { params: { id: animal.id } },
      {
        onSuccess: (reply) => {
          toastSaved(reply, { title: 'Animal deleted successfully' });
          onClose();
        },
        onError: (error) => toastFailure(error, 'Failed to delete animal'),
      },
    );
  const markAs = (status: 'sold' | 'died') => {
    void mark(animal, status);
    onClose();
  };
  return (
    <>
      <DangerDialog
        isOpen={isOpen}
        isBusy={deleteAnimal.isPending}
        onClose={onClose}
        title={
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            Delete <AnimalName animal={animal} />?
          </span>
        }
        description="Are you sure you want to delete this animal? This action cannot be undone and will also delete all associated health and breeding records."
        act="Delete"
        acting="Deleting..."
        onAct={remove}
      >
        {animal.status === 'active' && !animal.isReference && (
          <div className="mt-3 flex flex-col gap-3 rounded-lg bg-secondary p-4">
            <p className="text-sm">Was it sold, or did it die? Mark it as such and its records are kept.</p>
            <div className="flex flex-wrap gap-2 [&>*]:grow">
              <Button variant="outline" disabled={deleteAnimal.isPending} onClick={() => markAs('sold')}>
                Mark as sold
              </Button>
              <Button variant="outline" disabled={deleteAnimal.isPending} onClick={() => markAs('died')}>
                Mark as died
              </Button>
            </div>
          </div>
        )}
      </DangerDialog>
      {dialog}
    </>
  );
}

function useMarking(): { mark: (animal: Animal, status: AnimalStatus) => Promise<void>; dialog: ReactNode } {
  const { mutateAsync: markAnimal } = useMarkAnimal();
  const { askingForReason, dialog } = useWithdrawalReason();
  const mark = async (animal: Animal, status: AnimalStatus): Promise<void> => {
    const label = statusLabels[status].toLowerCase();
    try {
      const marked = await askingForReason(animal, `Mark as ${label}`, (reason) => markAnimal({ animal, status, reason }));
      toastSaved(marked, {
        title: 'Animal updated successfully',
        description: `${fullName(marked)} is marked as ${label}.`,
        ...(status !== animal.status && {
          action: { label: 'Undo', onPress: () => void mark(marked, animal.status) },
        }),
      });
    } catch (error) {
      if (error instanceof NoReasonGiven) return;
      toastFailure(error, 'Failed to update animal');
    }
  };
  return { mark, dialog };
}
