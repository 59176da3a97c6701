import { useForm } from 'react-hook-form';
import { byRules, TextField } from '#web/components/form.tsx';
import { useCurrentUser } from '#web/lib/session.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/components/dialog.tsx';
import { DialogForm } from '#web/components/dialog-form.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface ConfirmPasswordDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  passwordError: string | undefined;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

/** Changing the email address needs the password if the last sign-in was some time ago. */
export function ConfirmPasswordDialog({ isOpen, onCancel, ...form }: ConfirmPasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onCancel}>
      <DialogContent>
        <DialogHeader
          title="Enter your password"
          description="Your email address is where a new password is sent, so only you should change it."
        />
        <PasswordForm {...form} />
      </DialogContent>
    </Dialog>
  );
}

function PasswordForm({ isBusy, passwordError, onConfirm }: Omit<ConfirmPasswordDialogProps, 'isOpen' | 'onCancel'>) {
  const { data: user } = useCurrentUser();
  const form = useForm({
    resolver: byRules(({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})),
    defaultValues: { password: '' },
  });

  return (
    <DialogForm
      form={form}
      onSubmit={({ password }) => onConfirm(password)}
      submitLabel="Save Changes"
      busyLabel="Saving..."
      isBusy={isBusy}
    >
      {/* Tells a password manager whose password is asked for. */}
      <input type="text" name="username" autoComplete="username" defaultValue={user?.username} hidden />
      <TextField
        control={form.control}
        name="password"
        label="Current password"
        error={passwordError}
        as={PasswordInput}
        autoComplete="current-password"
      />
    </DialogForm>
  );
}
