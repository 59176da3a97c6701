import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import { isSamePassword, isWrongPassword, useChangePassword } from './settings.data.ts';
import { StrengthHint } from '#web/components/forms/strength-hint.tsx';
import { errorMessage } from '#web/lib/server/api.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { codePointLength } from '#domain/values/text-length.ts';

const empty: PasswordEntries = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function ChangePasswordDialog() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Change Password
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Change Password"
        description="Your other devices will be signed out."
      >
        <ChangePasswordForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const { data: user } = useCurrentUser();
  const form = useForm({ defaultValues: empty });
  const { control } = form;
  const { errors } = useFormState({ control });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const change = useChangePassword();

  const submit = async (entries: PasswordEntries) => {
    const violation = validatePasswordChange(entries);
    if (violation !== undefined) return form.setError('root', { message: violation });
    try {
      await change.mutateAsync({ currentPassword: entries.currentPassword, newPassword: entries.newPassword });
      onDone();
    } catch (error) {
      const field = isWrongPassword(error) ? 'currentPassword' : isSamePassword(error) ? 'newPassword' : undefined;
      if (field) form.setError(field, { message: errorMessage(error, '') }, { shouldFocus: true });
    }
  };

  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      submitLabel="Change Password"
      busyLabel="Changing..."
      className="flex flex-col gap-5"
    >
      {/* Password managers need the user name. */}
      <input type="text" name="username" autoComplete="username" defaultValue={user?.username} hidden />
      <PasswordField control={control} name="currentPassword" label="Current password" />
      <PasswordField
        control={control}
        name="newPassword"
        label="New password"
        hint={<StrengthHint password={newPassword} username={user?.username} />}
        isNew
      />
      <PasswordField control={control} name="confirmPassword" label="Confirm new password" isNew />
      {errors.root && (
        <p role="alert" className="flex items-center gap-2 font-medium text-destructive">
          <CircleAlert aria-hidden className="size-5 shrink-0" />
          {errors.root.message}
        </p>
      )}
    </DialogForm>
  );
}

interface PasswordEntries {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

function validatePasswordChange({ currentPassword, newPassword, confirmPassword }: PasswordEntries): string | undefined {
  if (currentPassword === '' || newPassword === '' || confirmPassword === '') return 'Please fill in all fields';
  if (newPassword !== confirmPassword) return 'New passwords do not match';
  if (codePointLength(newPassword) < 6) return 'Password must be at least 6 characters long';
  return undefined;
}
