import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, errorMessage } from '#web/lib/server/api.ts';
import { byRules, TextField } from '#web/components/forms/form.tsx';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { Dialog } from '#web/components/dialogs/dialog.tsx';
import { DialogForm } from '#web/components/forms/dialog-form.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';

interface Question {
  /** What was wrong with the password before. */
  readonly wrong: string | undefined;
  readonly isBusy: boolean;
  readonly isOpen: boolean;
  readonly answer: (password: string | undefined) => void;
}

export interface Proof {
  readonly currentPassword?: string;
}

/**
 * Changing the email address needs the password if the last sign-in was some time ago. `dialog` must not be inside a form.
 */
export function usePasswordQuestion() {
  const [question, setQuestion] = useState<Question>();

  const ask = (wrong: string | undefined): Promise<string | undefined> =>
    new Promise((resolve) => {
      const answer = (password: string | undefined) => {
        setQuestion((asked) => asked && { ...asked, isBusy: true, isOpen: password !== undefined });
        resolve(password);
      };
      setQuestion({ wrong, isBusy: false, isOpen: true, answer });
    });

  /** Resolves with undefined if no password is given. */
  const withPassword = async <R,>(save: (proof: Proof) => Promise<R>): Promise<R | undefined> => {
    const attempt = async (proof: Proof): Promise<R | undefined> => {
      try {
        return await save(proof);
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code !== 'accounts.password_needed' && code !== 'accounts.wrong_password') throw error;
        const currentPassword = await ask(code === 'accounts.wrong_password' ? errorMessage(error, '') : undefined);
        return currentPassword === undefined ? undefined : attempt({ currentPassword });
      }
    };
    try {
      return await attempt({});
    } finally {
      setQuestion((asked) => asked && { ...asked, isOpen: false });
    }
  };

  const dialog = question && (
    <Dialog
      isOpen={question.isOpen}
      onClose={() => question.answer(undefined)}
      title="Enter your password"
      description="Your email address is where a new password is sent, so only you should change it."
    >
      <PasswordForm {...question} />
    </Dialog>
  );
  return { withPassword, dialog };
}

function PasswordForm({ wrong, isBusy, answer }: Question) {
  const { data: user } = useCurrentUser();
  const form = useForm({
    resolver: byRules(({ password }: { password: string }) => (password === '' ? { password: 'Enter your password' } : {})),
    defaultValues: { password: '' },
  });

  return (
    <DialogForm
      form={form}
      onSubmit={({ password }) => answer(password)}
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
        error={wrong}
        as={PasswordInput}
        autoComplete="current-password"
      />
    </DialogForm>
  );
}
