import { useState } from 'react';
import { Dialog, DialogBody, DialogFooter, useDialogBusy, type OpenProps } from '#web/components/dialogs/dialog.tsx';
import { byRules, Form, FormFields, TextField } from '#web/components/forms/form.tsx';
import { useForm } from 'react-hook-form';
import { entriesText } from '#web/lib/text/format.ts';
import { outageWords } from '#web/lib/server/outage.ts';
import { useLogout } from '#web/lib/session/use-logout.ts';
import { downloadWaiting } from '#web/lib/server/waiting-file.ts';
import { Button } from '#web/ui/button.tsx';
import type { FarmCopy } from '../copy/farm-copy.ts';
import type { SyncStatus } from '../copy/shown-farm.ts';
import { useSyncStatus } from '../copy/use-farm-copy.ts';

interface SignOutDialogProps extends OpenProps {
  readonly copy: FarmCopy;
}

/** Before signing out, the person must decide what to do with unsent entries. */
export function SignOutDialog({ copy, isOpen, onClose }: SignOutDialogProps) {
  const { operations: waiting } = useSyncStatus(copy);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={waiting.length > 0 ? `${entriesText(waiting.length)} not sent yet` : 'Everything is sent'}
      description={
        waiting.length > 0
          ? 'Before you sign out, decide what to do with them. The copy of your farm is removed from this device either way.'
          : 'When you sign out, the copy of your farm is removed from this device.'
      }
    >
      <Choices copy={copy} number={waiting.length} onSaveCopy={() => downloadWaiting(waiting)} />
    </Dialog>
  );
}

function Choices({ copy, number, onSaveCopy }: { copy: FarmCopy; number: number; onSaveCopy: () => void }) {
  const logout = useLogout();
  const [isDeleting, setDeleting] = useState(false);
  const [isSending, setSending] = useState(false);
  const [hasTried, setTried] = useState(false);
  const isBusy = logout.isPending || isSending;
  useDialogBusy(isBusy);
  const signOut = (keepsOperations: boolean) => logout.mutate({ keepsOperations });
  const sendNow = async () => {
    setSending(true);
    await copy.synchronize();
    setSending(false);
    setTried(true);
    if (copy.waiting === 0) signOut(false);
  };
  if (number === 0) {
    return (
      <DialogFooter>
        <Button busy={isBusy} onClick={() => signOut(false)}>
          Sign out
        </Button>
      </DialogFooter>
    );
  }
  if (isDeleting) {
    return <DeleteForm number={number} isBusy={isBusy} onBack={() => setDeleting(false)} onDelete={() => signOut(false)} />;
  }
  return (
    <DialogBody className="flex flex-col gap-3">
      <Button busy={isSending} disabled={isBusy} onClick={() => void sendNow()}>
        {isSending ? 'Sending...' : 'Send now'}
      </Button>
      <output className="text-sm text-muted-foreground empty:hidden">{hasTried && !isSending && whyNot(copy.status)}</output>
      <Button variant="outline" disabled={isBusy} onClick={() => signOut(true)}>
        Keep on this device
      </Button>
      <p className="-mt-1.5 text-sm text-muted-foreground">They are locked until you sign in here again and are then sent.</p>
      <div className="mt-2 flex flex-wrap justify-between gap-2 border-t pt-3">
        <Button variant="ghost" size="small" onClick={onSaveCopy}>
          Save a copy as a file
        </Button>
        <Button variant="ghost" size="small" disabled={isBusy} onClick={() => setDeleting(true)}>
          <span className="text-destructive">Delete them</span>
        </Button>
      </div>
    </DialogBody>
  );
}

const whyNot = ({ outage }: SyncStatus): string =>
  outage ? `${outageWords[outage.cause].sentence}. Try again later, or keep them on this device.` : stillOpen;
const stillOpen = 'Some need you before they can be sent. Close this and check them, or keep them on this device.';

interface DeleteFormProps {
  readonly number: number;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onDelete: () => void;
}

function DeleteForm({ number, isBusy, onBack, onDelete }: DeleteFormProps) {
  const form = useForm({
    defaultValues: { number: '' },
    resolver: byRules<{ number: string }>((typed) =>
      typed.number.trim() === String(number) ? {} : { number: `Type ${number} to delete them` },
    ),
  });
  return (
    <Form form={form} onSubmit={onDelete}>
      <DialogBody>
        <FormFields isSaving={isBusy}>
          <TextField
            control={form.control}
            name="number"
            label="How many entries will be deleted?"
            hint={`They are stored nowhere else. Type ${number}.`}
            inputMode="numeric"
            maxLength={6}
          />
        </FormFields>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="destructive" busy={isBusy}>
          Delete and sign out
        </Button>
      </DialogFooter>
    </Form>
  );
}
