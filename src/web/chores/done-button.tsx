import { Check } from 'lucide-react';
import type { Chore } from '#contract/chores.ts';
import { toastSaved } from '#web/lib/toast-saved.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { focusBeside } from '#web/ui/focus-on.ts';
import { useFinishChore, useReopenChore } from './chores.data.ts';

export function DoneButton({ chore, day }: { chore: Chore; day: string }) {
  const [finish, reopen] = [useFinishChore(), useReopenChore()];
  const failed = (error: unknown) => toastFailure(error, 'Could not save this');
  const undo = () =>
    reopen.mutate(chore, {
      onSuccess: (reply) => toastSaved(reply, { title: 'Not done yet', description: chore.name }),
      onError: failed,
    });
  return (
    <Button
      ref={focusBeside}
      variant="secondary"
      className="my-2 me-3 shrink-0"
      aria-label={`Done: ${chore.name}`}
      busy={finish.isPending}
      onClick={() =>
        finish.mutate(
          { chore, day },
          {
            onSuccess: (reply) =>
              toastSaved(reply, { title: 'Done', description: chore.name, action: { label: 'Undo', onPress: undo } }),
            onError: failed,
          },
        )
      }
    >
      <Check aria-hidden />
      Done
    </Button>
  );
}
