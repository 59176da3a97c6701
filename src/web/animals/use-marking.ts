import type { ReactNode } from 'react';
import type { Animal } from '#contract/animals.ts';
import type { AnimalStatus } from '#domain/animals.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { fullName, statusLabels } from '#web/herd/animal-labels.ts';
import { useMarkAnimal } from '#web/herd/animals.data.ts';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/use-withdrawal-reason.tsx';

export function useMarking(): { mark: (animal: Animal, status: AnimalStatus) => Promise<void>; dialog: ReactNode } {
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
