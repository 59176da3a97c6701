import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AlertDialog, AlertDialogContent } from '#web/components/alert-dialog.tsx';
import { entriesText } from '#web/lib/format.ts';
import { countLost, resetLostCount } from '#web/lib/waiting-count.ts';
import { Button } from '#web/ui/button.tsx';

/** Says once that the browser has deleted unsent entries. */
export function LostNotice() {
  const [lost] = useState(countLost);
  const [isOpen, setOpen] = useState(lost > 0);
  const close = () => {
    resetLostCount();
    setOpen(false);
  };
  return (
    <AlertDialog isOpen={isOpen} onClose={close}>
      <AlertDialogContent
        title={`This browser has deleted ${entriesText(lost)} that ${lost === 1 ? 'was' : 'were'} waiting here`}
        description="It deletes what pages store when it needs the space or a page has not been opened for a long time. Entries that were not sent cannot be recovered."
        footer={
          <>
            <Button asChild variant="outline">
              <Link to="/history" onClick={resetLostCount}>
                See what has arrived
              </Link>
            </Button>
            <Button onClick={close}>I understand</Button>
          </>
        }
      >
        <ul className="mt-2 list-disc flex flex-col gap-1 ps-5">
          <li>Check what has arrived and enter what is missing again.</li>
          <li>If you have saved a copy as a file, it lists every entry.</li>
          <li>Add this page to your Home Screen so that the browser keeps what it stores.</li>
        </ul>
      </AlertDialogContent>
    </AlertDialog>
  );
}
