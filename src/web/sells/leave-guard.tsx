import { useBlocker } from '@tanstack/react-router';
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

/** Asks before the page is left with rows that are not saved. */
export function LeaveGuard({ edited }: { edited: number }) {
  const blocker = useBlocker({
    // Whoever is on the way to sign in again could not save here any more.
    shouldBlockFn: ({ current, next }) => edited > 0 && current.pathname !== next.pathname && next.pathname !== '/login',
    enableBeforeUnload: () => edited > 0,
    withResolver: true,
  });
  return (
    <AlertDialog open={blocker.status === 'blocked'} onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}>
      <AlertDialogContent
        title="Leave without saving?"
        description={
          edited === 1
            ? 'The changes to one animal are not saved and will be lost.'
            : `The changes to ${edited} animals are not saved and will be lost.`
        }
        footer={
          <>
            <AlertDialogCancel>Stay here</AlertDialogCancel>
            <Button variant="destructive" onClick={() => blocker.proceed?.()}>
              Leave without saving
            </Button>
          </>
        }
      />
    </AlertDialog>
  );
}
