import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Animal } from '#contract/animals.ts';
import { maxChoreAnimals } from '#domain/records/chores.ts';
import { useChangeAnimal } from '#web/herd/data/animals.data.ts';
import { plural } from '#domain/values/plural.ts';
import { NoReasonGiven, useWithdrawalReason } from '#web/herd/care/use-withdrawal-reason.tsx';
import { today } from '#web/lib/text/today.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { useCall } from '#web/lib/server/use-call.ts';

export const cullTask = 'Cull';

/** Turns the decision into a task for today or an offer for sale. */
export function useDecide(onDone: () => void) {
  const { mutateAsync: addChore } = useCall('addChore');
  const { mutateAsync: changeAnimal } = useChangeAnimal();
  const { askingForReason, dialog } = useWithdrawalReason();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'cull' | 'sell'>();

  const run = async (what: 'cull' | 'sell', title: string, animals: readonly Animal[], save: () => Promise<unknown>) => {
    setBusy(what);
    try {
      toastSaved(await save(), { title, description: plural(animals.length, 'animal') });
      onDone();
    } catch (error) {
      if (!(error instanceof NoReasonGiven)) toastFailure(error, 'Could not save all of this');
    } finally {
      setBusy(undefined);
      void client.invalidateQueries();
    }
  };

  return {
    busy,
    dialog,
    cull: (animals: readonly Animal[], noteOf: (animal: Animal) => string) =>
      run('cull', 'Task added', animals, async () => {
        let reply: unknown;
        for (let start = 0; start < animals.length; start += maxChoreAnimals) {
          const some = animals.slice(start, start + maxChoreAnimals);
          const note = some.map((animal) => `${animal.tagNumber}: ${noteOf(animal)}`).join('\n');
          reply = await addChore({
            body: {
              id: uuidv7(),
              name: cullTask,
              day: today(),
              animalIds: some.map(({ id }) => id),
              note: note.length > 2000 ? null : note,
            },
          });
        }
        return reply;
      }),
    sell: (animals: readonly Animal[]) =>
      run('sell', 'Offered for sale', animals, async () => {
        let reply: unknown;
        for (const animal of animals) {
          reply = await askingForReason(animal, 'Offer anyway', (reason) =>
            changeAnimal({ id: animal.id, forSale: true, ...(reason !== undefined && { reason }) }),
          );
        }
        return reply;
      }),
  };
}
