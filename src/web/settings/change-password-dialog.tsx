import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isSamePassword, isWrongPassword, useChangePassword } from './settings.data.ts';
import { StrengthHint } from '#web/components/strength-hint.tsx';
import { sentenceOf } from '#web/lib/api.ts';
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
import { type PasswordEntries, passwordChangeFault } from './password-change.ts';

const empty: PasswordEntries = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function ChangePasswordDialog() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      <DialogContent>
        <DialogHeader title="Change Password" description="Your other devices will be signed out." />
        <ChangePasswordForm onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { data: user } = useCurrentUser();
  const [entries, setEntries] = useState(empty);
  const [fault, setFault] = useState<string>();
  const change = useChangePassword();
  useDialogBusy(change.isPending);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = passwordChangeFault(entries);
    setFault(found);
    if (found) return;
    const { currentPassword, newPassword } = entries;
    change.mutate({ currentPassword, newPassword }, { onSuccess: onDone });
  };
  const entry = (name: keyof PasswordEntries) => ({
    value: entries[name],
    onChange: (event: { target: HTMLInputElement }) => {
      setEntries({ ...entries, [name]: event.target.value });
      if (change.isError) change.reset();
    },
  });

  return (
    <form noValidate onSubmit={submit} className={dialogColumn}>
      <DialogBody className="flex flex-col gap-5">
        {/* A password manager learns here whose password changes. */}
        <input type="text" name="username" autoComplete="username" defaultValue={user?.username} hidden />
        <Field label="Current password" error={isWrongPassword(change.error) ? sentenceOf(change.error, '') : undefined}>
          {(control) => <PasswordInput {...control} {...entry('currentPassword')} autoComplete="current-password" />}
        </Field>
        <Field
          label="New password"
          hint={<StrengthHint password={entries.newPassword} username={user?.username} />}
          error={isSamePassword(change.error) ? sentenceOf(change.error, '') : undefined}
        >
          {(control) => <PasswordInput {...control} {...entry('newPassword')} autoComplete="new-password" />}
        </Field>
        <Field label="Confirm new password">
          {(control) => <PasswordInput {...control} {...entry('confirmPassword')} autoComplete="new-password" />}
        </Field>
        {fault && (
          <p role="alert" className="flex items-center gap-2 font-medium text-destructive">
            <CircleAlert aria-hidden className="size-5 shrink-0" />
            {fault}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <DialogCancel />
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? 'Changing...' : 'Change Password'}
        </Button>
      </DialogFooter>
    </form>
  );
}
