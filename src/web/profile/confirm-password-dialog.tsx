import { type FormEvent, useState } from 'react';
import { useCurrentUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import {
  Dialog,
  DialogBody,
  DialogCancel,
  DialogContent,
  DialogFooter,
  DialogHeader,
  dialogColumn,
  useDialogBusy,
} from '#web/components/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface ConfirmPasswordDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  /** What the server said to the last password. */
  fault: string | undefined;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

/** Asked before the e-mail address changes, when signing in was a while ago. */
export function ConfirmPasswordDialog({ isOpen, onCancel, ...form }: ConfirmPasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onCancel}>
      <DialogContent>
        <DialogHeader
          title="Enter your password"
          description="Your e-mail address is where a new password is sent, so only you should change it."
        />
        <PasswordForm {...form} />
      </DialogContent>
    </Dialog>
  );
}

function PasswordForm({ isBusy, fault, onConfirm }: Omit<ConfirmPasswordDialogProps, 'isOpen' | 'onCancel'>) {
  const { data: user } = useCurrentUser();
  useDialogBusy(isBusy);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password !== '') onConfirm(password);
  };

  return (
    <form noValidate onSubmit={submit} className={dialogColumn}>
      <DialogBody>
        {/* A password manager learns here whose password is asked for. */}
        <input type="text" name="username" autoComplete="username" defaultValue={user?.username} hidden />
        <Field label="Current password" error={isMissing ? 'Enter your password' : fault}>
          {(control) => (
            <PasswordInput
              {...control}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save Changes'}
        </Button>
      </DialogFooter>
    </form>
  );
}
