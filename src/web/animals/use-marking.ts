import type { Animal } from '#contract/animals.ts';
import type { AnimalStatus } from '#domain/animals.ts';
import { errorMessage } from '#web/lib/api.ts';
import { toast } from '#web/lib/use-toast.ts';
import { fullName, statusLabels } from '#web/herd/animal-labels.ts';
import { useMarkAnimal } from '#web/herd/animals.data.ts';

export function useMarking() {
  const markAnimal = useMarkAnimal();
  return function mark(animal: Animal, status: AnimalStatus): void {
    markAnimal.mutate(
      { animal, status },
      {
        onSuccess: (marked) =>
          toast({
            title: 'Animal updated successfully',
            description: `${fullName(marked)} is marked as ${statusLabels[status].toLowerCase()}.`,
            ...(status !== animal.status && {
              action: { label: 'Undo', onPress: () => mark(marked, animal.status) },
            }),
          }),
        onError: (error) =>
          toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'Failed to update animal') }),
      },
    );
  };
}
