import { useQuery } from '@tanstack/react-query';
import { Grid3x3 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NewPin } from '#contract/device-pins.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { bySchema, FormFields, TextField } from '#web/components/forms/form.tsx';
import { errorMessage } from '#web/lib/server/api.ts';
import { useCall, useSave } from '#web/lib/server/use-call.ts';
import { pinInput, pinsQuery } from '#web/lib/session/pins.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { isWrongPassword } from './settings.data.ts';
import { SettingRow } from '#web/components/page/setting-row.tsx';

/** The PIN with which the person signs in again on a shared device. */
export function OwnPin() {
  const { data: people = [] } = useQuery(pinsQuery);
  const [isOpen, setOpen] = useState(false);
  const hasPin = people.some(({ isYou }) => isYou);
  const remove = useSave('removePin', { done: 'Your PIN has been removed', failed: 'Could not remove the PIN' });
  return (
    <SettingRow
      icon={Grid3x3}
      title="PIN on this device"
      hint="For a phone that several people share: choose Switch person under your name in the menu and enter the PIN, and what you record is under your name. Logging out removes it."
      control={
        <>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {hasPin ? 'Change PIN' : 'Set a PIN'}
          </Button>
          {hasPin && (
            <Button variant="outline" busy={remove.isPending} onClick={() => remove.mutate({})}>
              Remove PIN
            </Button>
          )}
        </>
      }
    >
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="PIN on this device"
        description="It works only on this device and for this farm."
      >
        <PinForm
          onDone={() => {
            setOpen(false);
            toast({ title: 'Your PIN is set' });
          }}
        />
      </Dialog>
    </SettingRow>
  );
}

function PinForm({ onDone }: { onDone: () => void }) {
  const form = useForm({ resolver: bySchema(NewPin), defaultValues: { pin: '', currentPassword: '' } });
  const set = useCall('setPin', {
    onSuccess: onDone,
    onError: (error) =>
      isWrongPassword(error)
        ? form.setError('currentPassword', { message: errorMessage(error, '') }, { shouldFocus: true })
        : toastFailure(error, 'Setting a PIN needs a connection'),
  });
  return (
    <DialogForm form={form} onSubmit={(body) => set.mutateAsync({ body })} submitLabel="Save PIN" busyLabel="Saving...">
      <FormFields className="flex flex-col gap-5">
        <TextField control={form.control} name="pin" label="PIN" hint="Four to six digits" {...pinInput} />
        <PasswordField control={form.control} name="currentPassword" label="Your password" />
      </FormFields>
    </DialogForm>
  );
}
